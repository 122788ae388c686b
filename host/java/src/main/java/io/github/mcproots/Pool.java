package io.github.mcproots;

import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Lends instances to threads, at most so many at a time, and starts them when they are first needed. The
 * last one given back is the first one lent. One that a call didn't survive isn't taken back.
 */
final class Pool {
    private final Supplier<ModuleInstance> start;
    private final Semaphore places;
    private final ConcurrentLinkedDeque<ModuleInstance> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    Pool(int places, Supplier<ModuleInstance> start) {
        this.start = start;
        this.places = new Semaphore(places, true); // callers are served in the order in which they came
    }

    <T> T lend(Function<ModuleInstance, T> use) {
        try {
            places.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineException("interrupted while waiting for an instance", e);
        }
        try {
            if (closed) {
                throw new IllegalStateException("mcproots: these Roots are closed");
            }
            ModuleInstance instance = idle.pollFirst();
            if (instance == null) {
                instance = start.get();
            }
            T result = use.apply(instance);
            if (instance.isLight() && !closed) {
                idle.addFirst(instance);
            }
            return result;
        } finally {
            places.release();
        }
    }

    void close() {
        closed = true;
        idle.clear();
    }
}
