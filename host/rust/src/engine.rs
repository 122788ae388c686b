use std::collections::HashMap;

use wasmtime::{Config, Engine, InstancePre, Linker, Memory, Module, Store, Trap, TypedFunc};

use crate::error::{Error, Result};
use crate::wasi::{self, Exit, World};

/// The version that this host needs, major << 16 | minor: 1.0.
const ABI: u32 = 1 << 16;

/// The module's own limit on an input, in bytes: ABI 1, `input`.
pub(crate) const HARD_LIMIT: usize = 256 << 20;

/// Stack that the module may use, on the stack of the calling thread. Wasmtime's
/// 512 KiB are too little for deep Go code; the threads that Rust starts have 2 MiB.
const MAX_STACK: usize = 1 << 20;

/// Smaller inputs share one input buffer, which saves a call.
const LEAST_GRANT: usize = 64 << 10;
/// A larger input buffer is given back to the module.
const MOST_GRANT: usize = 1 << 20;
/// An instance whose memory has grown beyond this is not kept.
const WATERMARK: usize = 32 << 20;

/// The module as machine code, shared by the instances that run it.
pub(crate) struct Program {
    engine: Engine,
    code: InstancePre<World>,
    max_memory: usize,
}

impl Program {
    pub(crate) fn compile(wasm: &[u8], max_memory: usize) -> Result<Program> {
        let mut config = Config::new();
        config.max_wasm_stack(MAX_STACK);
        let engine = Engine::new(&config).map_err(unusable("the engine can't be set up"))?;
        let module = Module::from_binary(&engine, wasm).map_err(unusable("it can't be compiled"))?;
        let mut linker = Linker::new(&engine);
        wasi::define(&mut linker).map_err(unusable("the WASI functions can't be set up"))?;
        let code = linker.instantiate_pre(&module).map_err(unusable("it imports what this host doesn't have"))?;
        Ok(Program { engine, code, max_memory })
    }

    pub(crate) fn start(&self) -> Result<Instance> {
        let mut store = Store::new(&self.engine, World::new(self.max_memory));
        store.limiter(|world| &mut world.limits);
        let instance = self
            .code
            .instantiate(&mut store)
            .map_err(unusable(&format!("it doesn't start within {} bytes of memory", self.max_memory)))?;

        let function = |name| move |_| Error::Abi(format!("it exports no function {name} of the right type"));
        let initialize =
            instance.get_typed_func::<(), ()>(&mut store, "_initialize").map_err(function("_initialize"))?;
        let version = instance.get_typed_func::<(), u32>(&mut store, "abi_version").map_err(function("abi_version"))?;
        let input = instance.get_typed_func(&mut store, "input").map_err(function("input"))?;
        let output = instance.get_typed_func(&mut store, "output").map_err(function("output"))?;
        let memory =
            instance.get_memory(&mut store, "memory").ok_or_else(|| Error::Abi("it exports no memory".into()))?;

        let mut instance =
            Instance { store, instance, memory, input, output, operations: HashMap::new(), address: 0, granted: 0 };
        initialize.call(&mut instance.store, ()).map_err(|err| instance.fault("_initialize", &err))?;
        let version = version.call(&mut instance.store, ()).map_err(|err| instance.fault("abi_version", &err))?;
        if version >> 16 != ABI >> 16 || version < ABI {
            let [has, needs] = [version, ABI].map(|v| format!("{}.{}", v >> 16, v & 0xffff));
            return Err(Error::Abi(format!("it speaks ABI {has}, this host needs {needs} or a later minor version")));
        }
        Ok(instance)
    }
}

/// What is wrong with a module, in one line that is not too long.
fn unusable(what: &str) -> impl FnOnce(wasmtime::Error) -> Error {
    move |err| {
        let cause: String =
            err.root_cause().to_string().chars().map_while(|c| (c != '\n').then_some(c)).take(200).collect();
        Error::Abi(format!("{what}: {cause}"))
    }
}

/// The program with a memory of its own. It serves one caller at a time, and none
/// after an error other than [`Error::NoOperation`].
pub(crate) struct Instance {
    store: Store<World>,
    instance: wasmtime::Instance,
    memory: Memory,
    input: TypedFunc<u32, u32>,
    output: TypedFunc<(), u32>,
    operations: HashMap<String, TypedFunc<u32, u32>>,
    address: u32,   // of the input buffer
    granted: usize, // its size in bytes
}

impl Instance {
    /// Carries out one operation on a document of at most [`HARD_LIMIT`] bytes. The
    /// answer is a view into the module's memory.
    pub(crate) fn answer(&mut self, operation: &str, document: &[u8]) -> Result<&[u8]> {
        let function = self.operation(operation)?;
        let size = document.len();
        if size > self.granted || self.granted > MOST_GRANT {
            let grant = size.max(LEAST_GRANT);
            self.granted = 0;
            self.address = self.input.call(&mut self.store, grant as u32).map_err(|err| self.fault("input", &err))?;
            if self.address == 0 {
                return Err(Error::Abi(format!("it gives no room for {grant} bytes of input")));
            }
            self.granted = grant;
        }
        self.memory
            .write(&mut self.store, self.address as usize, document)
            .map_err(|_| Error::Abi("its input buffer lies outside its memory".into()))?;
        let length = function.call(&mut self.store, size as u32).map_err(|err| self.fault(operation, &err))? as usize;
        let address = self.output.call(&mut self.store, ()).map_err(|err| self.fault("output", &err))? as usize;
        address
            .checked_add(length)
            .filter(|_| length > 0)
            .and_then(|end| self.memory.data(&self.store).get(address..end))
            .ok_or_else(|| Error::Abi(format!("its answer to {operation} is empty or lies outside its memory")))
    }

    fn operation(&mut self, name: &str) -> Result<TypedFunc<u32, u32>> {
        if let Some(function) = self.operations.get(name) {
            return Ok(function.clone());
        }
        if name == "input" {
            return Err(Error::NoOperation); // of the same type, but no operation
        }
        let function: TypedFunc<u32, u32> =
            self.instance.get_typed_func(&mut self.store, name).map_err(|_| Error::NoOperation)?;
        self.operations.insert(name.to_owned(), function.clone());
        Ok(function)
    }

    pub(crate) fn is_bloated(&self) -> bool {
        self.memory.data_size(&self.store) > WATERMARK
    }

    /// Describes a call that the instance didn't survive. A panic in the module is a
    /// trap like any other: the instance would take more calls on a dead runtime.
    fn fault(&self, function: &str, err: &wasmtime::Error) -> Error {
        let cause = if let Some(trap) = err.downcast_ref::<Trap>() {
            trap.to_string()
        } else if let Some(exit) = err.downcast_ref::<Exit>() {
            exit.to_string()
        } else {
            "a host function failed".to_owned()
        };
        Error::Engine { function: function.to_owned(), cause, stderr: self.store.data().first_line() }
    }
}

#[cfg(test)]
mod tests {
    use super::Program;
    use crate::roots::MODULE;

    #[test]
    fn memory_stays_small_over_many_calls() {
        let mut instance = Program::compile(MODULE, 256 << 20).unwrap().start().unwrap();
        let root = r#"{"uri":"file:///home/ada/projects/workspace","name":"a name"}"#;
        let message = format!(r#"{{"message":{{"roots":[{}]}}}}"#, [root; 60].join(","));
        let mut size_after = |calls| {
            for _ in 0..calls {
                instance.answer("check", message.as_bytes()).unwrap();
            }
            instance.memory.data_size(&instance.store)
        };
        let warm = size_after(2_000);
        let used = size_after(20_000);
        assert!(used <= warm * 2, "{warm} bytes became {used}");
    }

    #[test]
    fn the_first_call_may_be_empty_and_any_may_be_larger_than_the_last() {
        let mut instance = Program::compile(MODULE, 256 << 20).unwrap().start().unwrap();
        for size in [0, 1, 64 << 10, (64 << 10) + 1, 3 << 20, 1, 2 << 20, 0] {
            let blank = vec![b' '; size];
            let answer = instance.answer("info", &blank).unwrap();
            assert!(answer.starts_with(br#"{"ok":false,"error":{"code":-32700,"#));
        }
    }
}
