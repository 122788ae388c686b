import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;

/**
 * Cuts a module's largest functions into smaller ones, so that HotSpot compiles what becomes of them: it
 * leaves a method of more than 8,000 bytes of bytecode to its interpreter for good (-XX:HugeMethodLimit).
 *
 * <p>Arguments: the module as Go built it, the file to write, and the file for the SHA-256 of the former: the
 * jar holds classes in place of the module, and this tells of which.
 *
 * <p>Go's functions are made for it. Each is a loop around a br_table over its basic blocks: a jump backwards
 * stores the number of the next block in local 0 and branches to the loop (cmd/internal/obj/wasm,
 * "preprocess"), one forwards leads out of the block that ends where it goes (wasm/jumps). So any run of
 * blocks can be a function of its own, a part, which leaves with the number of the block that comes next.
 * The locals that are alive there travel in globals; nothing runs between storing and loading them. A
 * function of any other shape stays as it is.
 */
final class SplitFunctions {
    // In bytes of WebAssembly. What Go's compiler writes grows by about 1.3 on its way to bytecode.
    private static final int LARGEST_FUNCTION = 5000;
    private static final int LARGEST_PART = 3500;

    // WebAssembly 2.0, section 5.4: the opcodes; 5.3, the types.
    private static final int UNREACHABLE = 0x00;
    private static final int NOP = 0x01;
    private static final int BLOCK = 0x02;
    private static final int LOOP = 0x03;
    private static final int IF = 0x04;
    private static final int ELSE = 0x05;
    private static final int END = 0x0b;
    private static final int BR = 0x0c;
    private static final int BR_IF = 0x0d;
    private static final int BR_TABLE = 0x0e;
    private static final int RETURN = 0x0f;
    private static final int CALL = 0x10;
    private static final int CALL_INDIRECT = 0x11;
    private static final int DROP = 0x1a;
    private static final int SELECT = 0x1b;
    private static final int LOCAL_GET = 0x20;
    private static final int LOCAL_SET = 0x21;
    private static final int LOCAL_TEE = 0x22;
    private static final int GLOBAL_GET = 0x23;
    private static final int GLOBAL_SET = 0x24;
    private static final int FIRST_ACCESS = 0x28; // the loads and stores, up to
    private static final int LAST_ACCESS = 0x3e;
    private static final int MEMORY_SIZE = 0x3f;
    private static final int MEMORY_GROW = 0x40;
    private static final int I32_CONST = 0x41;
    private static final int I64_CONST = 0x42;
    private static final int F32_CONST = 0x43;
    private static final int F64_CONST = 0x44;
    private static final int I32_EQZ = 0x45;
    private static final int I32_NE = 0x47;
    private static final int I32_LT_U = 0x49;
    private static final int I32_SUB = 0x6b;
    private static final int LAST_NUMERIC = 0xc4;
    private static final int PREFIX = 0xfc;
    private static final int MEMORY_COPY = 10;
    private static final int MEMORY_FILL = 11;

    private static final int VOID = 0x40;
    private static final int I32 = 0x7f;
    private static final int I64 = 0x7e;

    private static final int LEFT = 2; // what a part returns when another is to go on; Go's functions return 0 or 1

    public static void main(String[] args) throws IOException, NoSuchAlgorithmException {
        byte[] wasm = Files.readAllBytes(Path.of(args[0]));
        SplitFunctions module = new SplitFunctions(wasm);
        byte[] split = module.write();
        if (module.parts.isEmpty()) {
            throw new IllegalStateException("no large function has the shape that Go's compiler gave them so far");
        }
        write(Path.of(args[1]), split);
        String sum = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(wasm));
        write(Path.of(args[2]), (sum + "  roots.wasm\n").getBytes(StandardCharsets.US_ASCII));
    }

    private static void write(Path file, byte[] content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, content);
    }

    private record Section(int id, int start, int end) {}

    private record Instruction(int opcode, int argument, int start, int end) {}

    /** Where a branch in a block leads, and the locals that were certainly set before it. */
    private record Jump(int block, BitSet set) {}

    /** This function has a shape that is left alone. */
    private static final class Other extends Exception {
        private static final long serialVersionUID = 1;
    }

    private final byte[] wasm;
    private int at;

    private final List<Section> sections = new ArrayList<>();
    private final List<Integer> typeOf = new ArrayList<>(); // of each function with a body
    private final List<byte[]> bodies = new ArrayList<>();
    private final List<byte[]> parts = new ArrayList<>();
    private final List<Integer> extraGlobals = new ArrayList<>(); // their types
    private int importedFunctions;
    private int globals;
    private int blockType = -1; // of Go's own functions: one i32 to one i32

    private SplitFunctions(byte[] wasm) {
        this.wasm = wasm;
        for (at = 8; at < wasm.length; ) {
            int id = wasm[at++];
            int size = unsigned();
            sections.add(new Section(id, at, at + size));
            at += size;
        }
    }

    private byte[] write() {
        for (Section section : sections) {
            at = section.start;
            switch (section.id) {
                case 1 -> readTypes();
                case 2 -> readImports();
                case 3 -> {
                    for (int n = unsigned(); n > 0; n--) {
                        typeOf.add(unsigned());
                    }
                }
                case 6 -> globals = unsigned();
                case 10 -> splitBodies();
                default -> {
                    // stays as it is
                }
            }
        }
        Bytes module = new Bytes().raw(wasm, 0, 8);
        for (Section section : sections) {
            Bytes content = new Bytes();
            at = section.start;
            switch (section.id) {
                case 3 -> {
                    content.unsigned(typeOf.size() + parts.size());
                    typeOf.forEach(content::unsigned);
                    parts.forEach(part -> content.unsigned(blockType));
                }
                case 6 -> {
                    content.unsigned(unsigned() + extraGlobals.size()).raw(wasm, at, section.end);
                    for (int type : extraGlobals) {
                        content.op(type).op(1).op(type == I32 ? I32_CONST : I64_CONST).op(0).op(END);
                    }
                }
                case 10 -> {
                    content.unsigned(bodies.size() + parts.size());
                    bodies.forEach(body -> content.unsigned(body.length).raw(body, 0, body.length));
                    parts.forEach(part -> content.unsigned(part.length).raw(part, 0, part.length));
                }
                default -> content.raw(wasm, section.start, section.end);
            }
            module.op(section.id).unsigned(content.size()).raw(content.toByteArray(), 0, content.size());
        }
        return module.toByteArray();
    }

    private void readTypes() {
        int count = unsigned();
        for (int i = 0; i < count; i++) {
            at++; // 0x60
            byte[][] lists = new byte[2][];
            for (int j = 0; j < 2; j++) {
                lists[j] = new byte[unsigned()];
                System.arraycopy(wasm, at, lists[j], 0, lists[j].length);
                at += lists[j].length;
            }
            if (lists[0].length == 1 && lists[0][0] == I32 && lists[1].length == 1 && lists[1][0] == I32) {
                blockType = i;
            }
        }
    }

    private void readImports() {
        for (int n = unsigned(); n > 0; n--) {
            for (int names = 0; names < 2; names++) {
                int size = unsigned();
                at += size;
            }
            if (wasm[at++] != 0) {
                throw new IllegalArgumentException("the module imports something other than a function");
            }
            unsigned();
            importedFunctions++;
        }
    }

    private void splitBodies() {
        int count = unsigned();
        for (int i = 0; i < count; i++) {
            int size = unsigned();
            int start = at;
            int end = at + size;
            byte[] body = Arrays.copyOfRange(wasm, start, end);
            if (size > LARGEST_FUNCTION && typeOf.get(i) == blockType) {
                try {
                    body = new Function(end).split();
                } catch (Other e) {
                    System.out.println("left as it is: function " + (importedFunctions + i) + ", " + size + " bytes");
                }
            }
            bodies.add(body);
            at = end;
        }
    }

    /** One of Go's functions, taken apart into its blocks. */
    private final class Function {
        private final List<Integer> locals = new ArrayList<>(List.of(I32)); // their types; 0 is the block to go to
        private final List<Integer> blockOf = new ArrayList<>(); // by the number that local 0 holds
        private final List<List<Instruction>> blocks = new ArrayList<>();
        private final List<List<Jump>> jumps = new ArrayList<>();
        private final List<BitSet> alive = new ArrayList<>(); // at the beginning of each block

        /** Reads from the list of locals at {@code at}. */
        Function(int end) throws Other {
            for (int groups = unsigned(); groups > 0; groups--) {
                int n = unsigned();
                int type = wasm[at++] & 0x7f;
                for (; n > 0; n--) {
                    locals.add(type);
                }
            }
            List<Instruction> code = new ArrayList<>();
            while (at < end) {
                code.add(instruction());
            }
            readBlocks(code);
            for (int b = 0; b < blocks.size(); b++) {
                readJumps(b);
            }
            findAlive();
        }

        private void readBlocks(List<Instruction> code) throws Other {
            int i = expect(code, 0, GLOBAL_GET, LOCAL_SET, BLOCK, LOOP);
            if (code.get(0).argument != 0 || code.get(1).argument != 1) {
                throw new Other();
            }
            int count = 0;
            for (; code.get(i).opcode == BLOCK; i++) {
                count++;
            }
            i = expect(code, i, LOCAL_GET, I32_EQZ, BR_IF, LOCAL_GET, BR_TABLE, END);
            at = code.get(i - 2).start + 1;
            for (int n = unsigned(); n >= 0; n--) {
                blockOf.add(unsigned());
            }
            boolean inOrder = blockOf.get(0) == 0 && blockOf.get(blockOf.size() - 1) == count - 1;
            for (int j = 1; j < blockOf.size(); j++) {
                int step = blockOf.get(j) - blockOf.get(j - 1);
                inOrder &= step == 0 || step == 1;
            }
            if (!inOrder) {
                throw new Other();
            }
            for (int b = 0; b < count; b++) {
                List<Instruction> block = new ArrayList<>();
                for (int depth = 0; ; i++) {
                    Instruction each = code.get(i);
                    depth += opens(each) ? 1 : each.opcode == END ? -1 : 0;
                    if (depth < 0) {
                        break;
                    }
                    block.add(each);
                }
                blocks.add(block);
                i++;
            }
            if (expect(code, i, UNREACHABLE, END, I32_CONST, END) != code.size()) {
                throw new Other();
            }
        }

        private static int expect(List<Instruction> code, int i, int... opcodes) throws Other {
            for (int opcode : opcodes) {
                if (i >= code.size() || code.get(i++).opcode != opcode) {
                    throw new Other();
                }
            }
            return i;
        }

        private void readJumps(int b) throws Other {
            List<Jump> found = new ArrayList<>();
            BitSet used = new BitSet();
            Deque<BitSet> set = new ArrayDeque<>(List.of(new BitSet())); // by nesting: an if sets for itself alone
            List<Instruction> block = blocks.get(b);
            for (int i = 0; i < block.size(); i++) {
                Instruction each = block.get(i);
                int depth = set.size() - 1;
                switch (each.opcode) {
                    case BLOCK, LOOP, IF -> set.push((BitSet) set.peek().clone());
                    case END -> set.pop();
                    case BR, BR_IF -> {
                        if (isToLoop(each, b, depth)) {
                            boolean constant = i >= 2 && block.get(i - 2).opcode == I32_CONST
                                    && block.get(i - 1).opcode == LOCAL_SET && block.get(i - 1).argument == 0;
                            if (!constant) {
                                throw new Other();
                            }
                            found.add(new Jump(blockOf.get(block.get(i - 2).argument), (BitSet) set.peek().clone()));
                        } else if (each.argument == depth + blocks.size() - b) {
                            // After a call: if the goroutine was suspended in it, the function is left, to be entered
                            // again with nothing in registers. So Go keeps nothing there but the stack pointer.
                            set.peek().set(2, locals.size());
                        } else if (isForwards(each, b, depth)) {
                            found.add(new Jump(target(each, b, depth), (BitSet) set.peek().clone()));
                        } else if (each.argument >= depth) {
                            throw new Other();
                        }
                    }
                    case BR_TABLE -> throw new Other();
                    case LOCAL_GET -> {
                        if (each.argument == 0) {
                            throw new Other();
                        }
                        if (!set.peek().get(each.argument)) {
                            used.set(each.argument);
                        }
                    }
                    case LOCAL_SET, LOCAL_TEE -> set.peek().set(each.argument);
                    default -> {
                        // leads nowhere else
                    }
                }
            }
            int last = block.isEmpty() ? -1 : block.get(block.size() - 1).opcode;
            if (b + 1 < blocks.size() && last != BR && last != RETURN && last != UNREACHABLE) {
                found.add(new Jump(b + 1, set.peek()));
            }
            jumps.add(found);
            alive.add(used);
        }

        private boolean isToLoop(Instruction branch, int b, int depth) {
            return branch.argument == depth + blocks.size() - 1 - b;
        }

        private boolean isForwards(Instruction branch, int b, int depth) {
            return branch.argument >= depth && target(branch, b, depth) < blocks.size();
        }

        private static int target(Instruction branch, int b, int depth) {
            return b + 1 + branch.argument - depth;
        }

        private void findAlive() throws Other {
            for (boolean changed = true; changed; ) {
                changed = false;
                for (int b = blocks.size() - 1; b >= 0; b--) {
                    for (Jump jump : jumps.get(b)) {
                        BitSet more = (BitSet) alive.get(jump.block).clone();
                        more.andNot(jump.set);
                        more.andNot(alive.get(b));
                        changed |= !more.isEmpty();
                        alive.get(b).or(more);
                    }
                }
            }
            boolean fresh = alive.get(0).stream().allMatch(local -> local == 1);
            boolean travels = alive.stream().flatMap(each -> each.stream().boxed())
                    .allMatch(local -> locals.get(local) == (local == 1 ? I32 : I64));
            if (!fresh || !travels) {
                throw new Other();
            }
        }

        /** Writes the parts, and returns the body that calls them. */
        byte[] split() {
            List<Integer> cuts = cuts();
            int next = importedFunctions + typeOf.size() + parts.size(); // the index of the first part
            Bytes body = new Bytes().unsigned(1).unsigned(1).op(I32); // local 1: what a part returned
            body.op(GLOBAL_GET).unsigned(0).op(GLOBAL_SET).unsigned(global(1));
            body.op(LOOP).op(VOID).op(BLOCK).op(VOID);
            for (int k = 0; k + 1 < cuts.size(); k++) {
                boolean last = k + 2 == cuts.size();
                if (!last) {
                    body.op(LOCAL_GET).unsigned(0).op(I32_CONST).signed(firstNumber(cuts.get(k + 1))).op(I32_LT_U).op(IF).op(VOID);
                }
                body.op(LOCAL_GET).unsigned(0).op(CALL).unsigned(next + k).op(LOCAL_SET).unsigned(1);
                if (!last) {
                    body.op(BR).unsigned(1).op(END);
                }
            }
            body.op(END);
            body.op(LOCAL_GET).unsigned(1).op(I32_CONST).signed(LEFT).op(I32_NE);
            body.op(IF).op(VOID).op(LOCAL_GET).unsigned(1).op(RETURN).op(END);
            body.op(GLOBAL_GET).unsigned(global(0)).op(LOCAL_SET).unsigned(0).op(BR).unsigned(0);
            body.op(END).op(UNREACHABLE).op(END);
            for (int k = 0; k + 1 < cuts.size(); k++) {
                parts.add(part(cuts.get(k), cuts.get(k + 1)));
            }
            return body.toByteArray();
        }

        /** The blocks at which parts begin, and the number of blocks: cut where the fewest jumps cross. */
        private List<Integer> cuts() {
            List<Integer> cuts = new ArrayList<>(List.of(0));
            while (cuts.get(cuts.size() - 1) < blocks.size()) {
                int best = -1;
                int fewest = Integer.MAX_VALUE;
                int size = 0;
                for (int b = cuts.get(cuts.size() - 1); b < blocks.size() && (size += size(b)) <= LARGEST_PART; b++) {
                    int crossing = size < LARGEST_PART / 2 ? Integer.MAX_VALUE - 1 : crossing(b + 1);
                    if (crossing <= fewest || b + 1 == blocks.size()) {
                        fewest = crossing;
                        best = b + 1;
                    }
                }
                cuts.add(Math.max(best, cuts.get(cuts.size() - 1) + 1));
            }
            return cuts;
        }

        private int size(int b) {
            List<Instruction> block = blocks.get(b);
            return 8 + (block.isEmpty() ? 0 : block.get(block.size() - 1).end - block.get(0).start);
        }

        private int crossing(int cut) {
            int crossing = 0;
            for (int b = 0; b < blocks.size(); b++) {
                for (Jump jump : jumps.get(b)) {
                    if (b < cut && cut <= jump.block) {
                        crossing++;
                    } else if (jump.block < cut && cut <= b) {
                        crossing += 8; // a loop, which is cut last
                    }
                }
            }
            return crossing;
        }

        private int firstNumber(int block) {
            return blockOf.indexOf(block);
        }

        private byte[] part(int from, int to) {
            BitSet loads = new BitSet();
            BitSet stores = new BitSet();
            for (int b = 0; b < blocks.size(); b++) {
                for (Jump jump : jumps.get(b)) {
                    boolean inside = from <= b && b < to;
                    boolean leadsInside = from <= jump.block && jump.block < to;
                    if (leadsInside && !inside) {
                        loads.or(alive.get(jump.block));
                    } else if (inside && !leadsInside) {
                        stores.or(alive.get(jump.block));
                    }
                }
            }
            loads.set(1);
            stores.set(1);
            int first = firstNumber(from);
            int end = to < blocks.size() ? firstNumber(to) : blockOf.size();

            Bytes body = new Bytes().unsigned(locals.size() - 1);
            locals.stream().skip(1).forEach(type -> body.unsigned(1).op(type));
            loads.stream().forEach(i -> body.op(GLOBAL_GET).unsigned(global(i)).op(LOCAL_SET).unsigned(i));
            body.op(BLOCK).op(VOID).op(LOOP).op(VOID);
            for (int b = from; b <= to; b++) { // the outermost one is for leaving
                body.op(BLOCK).op(VOID);
            }
            body.op(LOCAL_GET).unsigned(0).op(I32_CONST).signed(first).op(I32_SUB).op(BR_TABLE).unsigned(end - first);
            for (int number = first; number < end; number++) {
                body.unsigned(blockOf.get(number) - from);
            }
            body.unsigned(to - from).op(END);
            for (int b = from; b < to; b++) {
                write(body, b, to);
                if (b + 1 < to) {
                    body.op(END);
                } else if (to < blocks.size()) {
                    body.op(I32_CONST).signed(end).op(LOCAL_SET).unsigned(0);
                } else {
                    body.op(UNREACHABLE);
                }
            }
            body.op(END);
            stores.stream().forEach(i -> body.op(LOCAL_GET).unsigned(i).op(GLOBAL_SET).unsigned(global(i)));
            body.op(LOCAL_GET).unsigned(0).op(GLOBAL_SET).unsigned(global(0)).op(I32_CONST).signed(LEFT).op(RETURN);
            return body.op(END).op(UNREACHABLE).op(END).op(I32_CONST).signed(1).op(END).toByteArray();
        }

        /**
         * Copies a block. Branches to the loop and out of it have another depth in a part; one to a block
         * that is not in the part leaves it with the block's number.
         */
        private void write(Bytes body, int b, int to) {
            int depth = 0;
            for (Instruction each : blocks.get(b)) {
                depth += opens(each) ? 1 : each.opcode == END ? -1 : 0;
                boolean outward = (each.opcode == BR || each.opcode == BR_IF) && each.argument >= depth;
                if (outward && isForwards(each, b, depth)) {
                    int target = target(each, b, depth);
                    if (target < to) {
                        body.raw(wasm, each.start, each.end);
                    } else {
                        int inside = each.opcode == BR_IF ? 1 : 0;
                        if (inside == 1) {
                            body.op(IF).op(VOID);
                        }
                        body.op(I32_CONST).signed(firstNumber(target)).op(LOCAL_SET).unsigned(0);
                        body.op(BR).unsigned(depth + inside + to - b - 1);
                        if (inside == 1) {
                            body.op(END);
                        }
                    }
                } else if (outward) {
                    body.op(each.opcode).unsigned(depth + to - b + (isToLoop(each, b, depth) ? 0 : 1));
                } else {
                    body.raw(wasm, each.start, each.end);
                }
            }
        }

        /** The global in which a local travels; 0 is the number of the block to go to. */
        private int global(int local) {
            while (extraGlobals.size() <= local) {
                extraGlobals.add(extraGlobals.size() < 2 ? I32 : I64);
            }
            return globals + local;
        }
    }

    private static boolean opens(Instruction each) {
        return each.opcode == BLOCK || each.opcode == LOOP || each.opcode == IF;
    }

    private Instruction instruction() throws Other {
        int start = at;
        int opcode = wasm[at++] & 0xff;
        int argument = 0;
        switch (opcode) {
            case UNREACHABLE, NOP, ELSE, END, RETURN, DROP, SELECT -> {
                // no argument
            }
            case BLOCK, LOOP, IF, MEMORY_SIZE, MEMORY_GROW -> at++;
            case BR, BR_IF, CALL, LOCAL_GET, LOCAL_SET, LOCAL_TEE, GLOBAL_GET, GLOBAL_SET -> argument = unsigned();
            case BR_TABLE -> {
                for (int n = unsigned(); n >= 0; n--) {
                    unsigned();
                }
            }
            case I32_CONST, I64_CONST -> argument = (int) signed();
            case F32_CONST -> at += 4;
            case F64_CONST -> at += 8;
            case PREFIX -> {
                switch (unsigned()) {
                    case 0, 1, 2, 3, 4, 5, 6, 7 -> {
                        // conversions: no argument
                    }
                    case MEMORY_COPY -> at += 2;
                    case MEMORY_FILL -> at++;
                    default -> throw new Other();
                }
            }
            default -> {
                if (opcode == CALL_INDIRECT || opcode >= FIRST_ACCESS && opcode <= LAST_ACCESS) {
                    unsigned();
                    unsigned();
                } else if (opcode < FIRST_ACCESS || opcode > LAST_NUMERIC) {
                    throw new Other();
                }
            }
        }
        return new Instruction(opcode, argument, start, at);
    }

    private int unsigned() {
        int value = 0;
        for (int shift = 0; ; shift += 7) {
            byte each = wasm[at++];
            value |= (each & 0x7f) << shift;
            if (each >= 0) {
                return value;
            }
        }
    }

    private long signed() {
        long value = 0;
        for (int shift = 0; ; ) {
            byte each = wasm[at++];
            value |= (long) (each & 0x7f) << shift;
            shift += 7;
            if (each >= 0) {
                return shift < 64 && (each & 0x40) != 0 ? value | -1L << shift : value;
            }
        }
    }

    /** Bytes being written. */
    private static final class Bytes extends ByteArrayOutputStream {
        Bytes op(int opcode) {
            write(opcode);
            return this;
        }

        Bytes unsigned(int value) {
            for (; value > 0x7f; value >>>= 7) {
                write(value & 0x7f | 0x80);
            }
            write(value);
            return this;
        }

        Bytes signed(int value) {
            for (; value < -64 || value > 63; value >>= 7) {
                write(value & 0x7f | 0x80);
            }
            write(value & 0x7f);
            return this;
        }

        Bytes raw(byte[] bytes, int from, int to) {
            write(bytes, from, to - from);
            return this;
        }
    }
}
