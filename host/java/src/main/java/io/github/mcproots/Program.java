package io.github.mcproots;

import io.github.mcproots.core.Core;
import java.util.List;
import java.util.function.Function;
import run.endive.runtime.ByteArrayMemory;
import run.endive.runtime.Instance;
import run.endive.runtime.InterpreterMachine;
import run.endive.runtime.Machine;
import run.endive.wasm.Parser;
import run.endive.wasm.UnlinkableException;
import run.endive.wasm.WasmEngineException;
import run.endive.wasm.WasmModule;
import run.endive.wasm.types.Export;
import run.endive.wasm.types.ExternalType;
import run.endive.wasm.types.FunctionType;
import run.endive.wasm.types.MemoryLimits;
import run.endive.wasm.types.ValType;

/** The module's code, which instances share. */
final class Program {
    private static final int ABI_MAJOR = 1;
    private static final int ABI_MINOR = 0;

    private static final FunctionType PROCEDURE = FunctionType.of(List.of(), List.of());
    private static final FunctionType GETTER = FunctionType.of(List.of(), List.of(ValType.I32));
    private static final FunctionType I32_TO_I32 = FunctionType.of(List.of(ValType.I32), List.of(ValType.I32));

    private static final String DAMAGED = "the classes of the module are missing or damaged: get the jar anew";

    private final WasmModule module;
    private final Function<Instance, Machine> machine;
    private final int memoryPages;

    private Program(WasmModule module, Function<Instance, Machine> machine, int memoryPages) {
        this.module = module;
        this.machine = machine;
        this.memoryPages = memoryPages;
        requireExport("memory", ExternalType.MEMORY);
        requireFunction("_initialize", PROCEDURE);
        requireFunction("abi_version", GETTER);
        requireFunction("input", I32_TO_I32);
        requireFunction("output", GETTER);
        for (Operation operation : Operation.values()) {
            requireFunction(operation.export, I32_TO_I32);
        }
    }

    /** The module that this package was built with, as JVM classes. */
    static Program compiled(int memoryPages) {
        try {
            return new Program(Core.load(), Core::create, memoryPages);
        } catch (LinkageError e) {
            throw new AbiException(DAMAGED, e);
        }
    }

    /** Any module, interpreted. */
    static Program interpreted(byte[] wasm, int memoryPages) {
        WasmModule module;
        try {
            module = Parser.parse(wasm);
        } catch (RuntimeException e) { // not only Endive's own, where the bytes end early
            throw new AbiException("the module isn't complete WebAssembly that Endive can read", e);
        }
        return new Program(module, InterpreterMachine::new, memoryPages);
    }

    private Export requireExport(String name, ExternalType type) {
        var exports = module.exportSection();
        for (int i = 0; i < exports.exportCount(); i++) {
            Export export = exports.getExport(i);
            if (export.name().equals(name) && export.exportType() == type) {
                return export;
            }
        }
        throw new AbiException("the module doesn't export " + name);
    }

    private void requireFunction(String name, FunctionType type) {
        int index = requireExport(name, ExternalType.FUNCTION).index() - module.importSection().count(ExternalType.FUNCTION);
        if (index < 0 || !module.functionSection().getFunctionType(index, module.typeSection()).equals(type)) {
            throw new AbiException("the module exports " + name + " with another type than ABI 1 gives it");
        }
    }

    /** Starts an instance and makes sure that it speaks this package's ABI. */
    ModuleInstance start() {
        Wasi wasi = new Wasi();
        ModuleInstance started;
        try {
            int least = module.memorySection().orElseThrow().getMemory(0).limits().initialPages();
            Instance instance = Instance.builder(module)
                    .withMachineFactory(machine)
                    .withImportValues(wasi.imports())
                    .withMemoryFactory(ByteArrayMemory::new) // what Endive recommends for OpenJDK
                    .withMemoryLimits(new MemoryLimits(least, Math.max(least, memoryPages)))
                    .withStart(false) // a reactor has no _start; its _initialize is called below
                    .build();
            started = new ModuleInstance(instance, wasi);
        } catch (UnlinkableException e) {
            throw new AbiException("the module imports more than the ten WASI functions of ABI 1", e);
        } catch (WasmEngineException e) {
            throw new EngineException("the module can't be instantiated: is there memory for it?", e);
        } catch (LinkageError e) { // whether already Core needs the machine's class is up to the JVM
            throw new AbiException(DAMAGED, e);
        }
        int version = started.initialize();
        int major = version >>> 16;
        int minor = version & 0xffff;
        if (major != ABI_MAJOR || minor < ABI_MINOR) {
            throw new AbiException("the module speaks ABI " + major + "." + minor + "; this package needs "
                    + ABI_MAJOR + "." + ABI_MINOR + " or a later minor version");
        }
        return started;
    }
}
