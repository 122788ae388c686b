// The ten WASI preview 1 functions that a Go reactor imports, and no more: no arguments, no environment, no files.

const CAPTURED = 8192; // bytes of standard error that are worth keeping

/** wasi makes the import object of one instance; memory() gives its memory, stderr() the text that it wrote there. */
export function wasi(memory) {
  const view = () => new DataView(memory().buffer);
  const nothing = () => 0;
  const noneOf = (count, size) => {
    const v = view();
    v.setUint32(count >>> 0, 0, true);
    v.setUint32(size >>> 0, 0, true);
    return 0;
  };
  let now = 0;
  let captured = '';

  const imports = {
    sched_yield: nothing,
    // An errno here would turn every panic of the runtime into a second one that hides the first.
    poll_oneoff: nothing,
    args_get: nothing,
    args_sizes_get: noneOf,
    environ_get: nothing,
    environ_sizes_get: noneOf,
    proc_exit(code) {
      throw new Error(`exit code ${code}`);
    },
    // Go's collector paces itself by this clock and refuses to start at 0. Some runtimes coarsen or even freeze theirs
    // while code runs, so each reading is at least one nanosecond after the last.
    clock_time_get(_clock, _precision, out) {
      now = Math.max(now + 1, Math.round((performance.now() + 1) * 1e6));
      view().setBigUint64(out >>> 0, BigInt(now), true);
      return 0;
    },
    random_get(at, n) {
      crypto.getRandomValues(new Uint8Array(memory().buffer, at >>> 0, n));
      return 0;
    },
    fd_write(_fd, vectors, count, written) {
      const v = view();
      let total = 0;
      for (let i = 0; i < count; i++) {
        const vector = (vectors >>> 0) + 8 * i;
        const at = v.getUint32(vector, true);
        const n = v.getUint32(vector + 4, true);
        const room = Math.min(n, CAPTURED - captured.length);
        if (room > 0) captured += String.fromCharCode(...new Uint8Array(v.buffer, at, room));
        total += n;
      }
      v.setUint32(written >>> 0, total, true);
      return 0;
    },
  };
  return { imports: { wasi_snapshot_preview1: imports }, stderr: () => captured };
}
