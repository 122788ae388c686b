/**
 * MCP <em>roots</em>: the messages built and checked, {@code file://} URIs turned into paths and back,
 * and the question answered whether a path lies inside the roots.
 *
 * <p>{@link io.github.mcproots.Roots} is the way in. The answers come from one WebAssembly module, the
 * same bytes in every language; ABI 1 is its contract.
 */
package io.github.mcproots;
