; What a WebAssembly module has besides kernels and rules: memory, reference counts, and the question whether
; to stop. It stands for the part of Numba's runtime that compiled rules call when they make lists and arrays.
;
; A block of memory has 16 bytes before it; the first four are its size with them. Small blocks have sizes that
; are powers of two, and a list of free ones for each; larger ones are whole pages, in one list, and begin where a line
; of the processor's cache does: a bucket of a table is one line, and else would be parts of two.
;
; An instance takes its memory from the pages by which it made the memory grow, which nobody else does at the same
; time. At the beginning of the first one lie, 8 bytes each: for blocks of 2^0 … 2^16 bytes the first free one, whose
; first word is the address of the next; the same for larger ones; the first address that was never used; and that
; behind the last page.

; Threads are instances of a module that share its memory. What each has for itself are globals of WebAssembly,
; 0 at first: looks at the flag that are left before the driver is asked, and where the heap of the instance is.
@looks = external addrspace(1) global i32
@heap = external addrspace(1) global i32

declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
; The one function that a module imports: not 0 where the search has to end now.
declare i32 @stopped()

; The word that says whether to stop. Once in 2^14 looks, some milliseconds, the driver is asked.
define i64 @stop_flag(ptr %control) alwaysinline {
  %before = load i32, ptr addrspace(1) @looks
  %left = sub i32 %before, 1
  store i32 %left, ptr addrspace(1) @looks
  %again = icmp slt i32 %left, 0
  br i1 %again, label %ask, label %read
ask:
  call void @ask_driver(ptr %control)
  br label %read
read:
  %flag = load i64, ptr %control
  ret i64 %flag
}

define void @ask_driver(ptr %control) noinline {
  store i32 16384, ptr addrspace(1) @looks
  %answer = call i32 @stopped()
  %stop = icmp ne i32 %answer, 0
  br i1 %stop, label %set, label %done
set:
  store i64 1, ptr %control
  br label %done
done:
  ret void
}

define internal ptr @heap_of_instance() {
  %here = load i32, ptr addrspace(1) @heap
  %first = icmp eq i32 %here, 0
  br i1 %first, label %begin, label %done
begin:
  %page = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 1)
  %refused = icmp eq i32 %page, -1
  br i1 %refused, label %none, label %fresh
fresh:
  %new = shl i32 %page, 16
  store i32 %new, ptr addrspace(1) @heap
  %new.at = inttoptr i32 %new to ptr
  %used = add i32 %new, 160
  %limit = add i32 %new, 65536
  %top.at = getelementptr i8, ptr %new.at, i32 144
  store i32 %used, ptr %top.at
  %limit.at = getelementptr i8, ptr %new.at, i32 152
  store i32 %limit, ptr %limit.at
  br label %done
none:
  ret ptr null
done:
  %found = phi i32 [ %here, %0 ], [ %new, %fresh ]
  %found.at = inttoptr i32 %found to ptr
  ret ptr %found.at
}

; Zeroed memory; null where there is none left.
define ptr @spielbaum_allocate(i32 %bytes) noinline {
  %heap = call ptr @heap_of_instance()
  %homeless = icmp eq ptr %heap, null
  %much = icmp ugt i32 %bytes, -196608
  %never = or i1 %homeless, %much
  br i1 %never, label %none, label %some
some:
  %size = add i32 %bytes, 16
  %is_large = icmp ugt i32 %size, 65536
  br i1 %is_large, label %large, label %small

small:
  %at_least = call i32 @llvm.umax.i32(i32 %size, i32 32)
  %less = sub i32 %at_least, 1
  %zeros = call i32 @llvm.ctlz.i32(i32 %less, i1 true)
  %power = sub i32 32, %zeros
  %rounded = shl i32 1, %power
  %offset = shl i32 %power, 3
  %list = getelementptr i8, ptr %heap, i32 %offset
  %head = load ptr, ptr %list
  %empty = icmp eq ptr %head, null
  br i1 %empty, label %new, label %take

large:
  %up = add i32 %size, 65535
  %pages = and i32 %up, -65536
  %twice = shl i32 %pages, 1
  %larger = getelementptr i8, ptr %heap, i32 136
  br label %look
look:
  %link = phi ptr [ %larger, %large ], [ %found, %next ]
  %found = load ptr, ptr %link
  %end = icmp eq ptr %found, null
  br i1 %end, label %new, label %compare
compare:
  %head.at = getelementptr i8, ptr %found, i32 -16
  %has = load i32, ptr %head.at
  %enough = icmp uge i32 %has, %pages
  %not_much = icmp ule i32 %has, %twice
  %fits = and i1 %enough, %not_much
  br i1 %fits, label %take, label %next
next:
  br label %look

take:
  %from = phi ptr [ %list, %small ], [ %link, %compare ]
  %block = phi ptr [ %head, %small ], [ %found, %compare ]
  %after = load ptr, ptr %block
  store ptr %after, ptr %from
  %wide = zext i32 %bytes to i64
  call void @llvm.memset.p0.i64(ptr %block, i8 0, i64 %wide, i1 false)
  ret ptr %block

new:
  %whole = phi i32 [ %rounded, %small ], [ %pages, %look ]
  %in_line = phi i32 [ 0, %small ], [ 63, %look ]
  %room = add i32 %whole, %in_line
  %top.at = getelementptr i8, ptr %heap, i32 144
  %limit.at = getelementptr i8, ptr %heap, i32 152
  %top = load i32, ptr %top.at
  %limit = load i32, ptr %limit.at
  ; Also right where the last page ends at 2^32, which is 0.
  %left = sub i32 %limit, %top
  %needs = icmp ugt i32 %room, %left
  br i1 %needs, label %more, label %place
more:
  %whole.up = add i32 %room, 65535
  %by = lshr i32 %whole.up, 16
  %page = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %by)
  %refused = icmp eq i32 %page, -1
  br i1 %refused, label %none, label %grown
grown:
  ; What is left goes on into the new pages, unless they belong to another instance in between.
  %begin = shl i32 %page, 16
  %joined = icmp eq i32 %begin, %limit
  %from.top = select i1 %joined, i32 %top, i32 %begin
  %size.new = shl i32 %by, 16
  %limit.new = add i32 %begin, %size.new
  store i32 %limit.new, ptr %limit.at
  br label %place
place:
  %anywhere = phi i32 [ %top, %new ], [ %from.top, %grown ]
  %block.any = add i32 %anywhere, 16
  %block.beyond = add i32 %block.any, %in_line
  %line = xor i32 %in_line, -1
  %block.at = and i32 %block.beyond, %line
  %start = sub i32 %block.at, 16
  %stop = add i32 %start, %whole
  store i32 %stop, ptr %top.at
  %place.at = inttoptr i32 %start to ptr
  store i32 %whole, ptr %place.at
  %fresh = getelementptr i8, ptr %place.at, i32 16
  ret ptr %fresh

none:
  ret ptr null
}

declare i32 @llvm.umax.i32(i32, i32)

define void @spielbaum_release(ptr %block) noinline {
  %nothing = icmp eq ptr %block, null
  br i1 %nothing, label %done, label %some
some:
  %heap = call ptr @heap_of_instance()
  %homeless = icmp eq ptr %heap, null
  br i1 %homeless, label %done, label %keep
keep:
  %head.at = getelementptr i8, ptr %block, i32 -16
  %size = load i32, ptr %head.at
  %is_large = icmp ugt i32 %size, 65536
  %zeros = call i32 @llvm.ctlz.i32(i32 %size, i1 true)
  %power = sub i32 31, %zeros
  %offset = shl i32 %power, 3
  %small = getelementptr i8, ptr %heap, i32 %offset
  %large = getelementptr i8, ptr %heap, i32 136
  %home = select i1 %is_large, ptr %large, ptr %small
  %head = load ptr, ptr %home
  store ptr %head, ptr %block
  store ptr %block, ptr %home
  br label %done
done:
  ret void
}

; --- Numba's runtime. What is counted has, 8 bytes each: count, destructor, its argument, data, size.
; Without memory there is no way on: the module traps, and its driver says so.

define ptr @NRT_Allocate(i64 %bytes) {
  %fits = icmp ule i64 %bytes, 4294705152
  br i1 %fits, label %try, label %none
try:
  %narrow = trunc i64 %bytes to i32
  %block = call ptr @spielbaum_allocate(i32 %narrow)
  %nothing = icmp eq ptr %block, null
  br i1 %nothing, label %none, label %done
none:
  call void @llvm.trap()
  unreachable
done:
  ret ptr %block
}

declare void @llvm.trap()

define void @NRT_Free(ptr %block) {
  call void @spielbaum_release(ptr %block)
  ret void
}

define internal ptr @counted(ptr %data, i64 %size, ptr %destructor) {
  %info = call ptr @NRT_Allocate(i64 40)
  store i64 1, ptr %info
  %destructor.at = getelementptr i8, ptr %info, i32 8
  store ptr %destructor, ptr %destructor.at
  %data.at = getelementptr i8, ptr %info, i32 24
  store ptr %data, ptr %data.at
  %size.at = getelementptr i8, ptr %info, i32 32
  store i64 %size, ptr %size.at
  ret ptr %info
}

define ptr @NRT_MemInfo_new_varsize_dtor(i64 %size, ptr %destructor) {
  %data = call ptr @NRT_Allocate(i64 %size)
  %info = call ptr @counted(ptr %data, i64 %size, ptr %destructor)
  ret ptr %info
}

define ptr @NRT_MemInfo_new_varsize(i64 %size) {
  %info = call ptr @NRT_MemInfo_new_varsize_dtor(i64 %size, ptr null)
  ret ptr %info
}

define ptr @NRT_MemInfo_alloc(i64 %size) {
  %info = call ptr @NRT_MemInfo_new_varsize_dtor(i64 %size, ptr null)
  ret ptr %info
}

define ptr @NRT_MemInfo_alloc_safe(i64 %size) {
  %info = call ptr @NRT_MemInfo_new_varsize_dtor(i64 %size, ptr null)
  ret ptr %info
}

define ptr @NRT_MemInfo_alloc_dtor(i64 %size, ptr %destructor) {
  %info = call ptr @NRT_MemInfo_new_varsize_dtor(i64 %size, ptr %destructor)
  ret ptr %info
}

define ptr @NRT_MemInfo_alloc_dtor_safe(i64 %size, ptr %destructor) {
  %info = call ptr @NRT_MemInfo_new_varsize_dtor(i64 %size, ptr %destructor)
  ret ptr %info
}

; Blocks begin at multiples of 16, and WebAssembly reads words at any address.
define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %info = call ptr @NRT_MemInfo_new_varsize_dtor(i64 %size, ptr null)
  ret ptr %info
}

define ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %align) {
  %info = call ptr @NRT_MemInfo_new_varsize_dtor(i64 %size, ptr null)
  ret ptr %info
}

; What lay there before belongs to the caller.
define ptr @NRT_MemInfo_varsize_alloc(ptr %info, i64 %size) {
  %data = call ptr @NRT_Allocate(i64 %size)
  %data.at = getelementptr i8, ptr %info, i32 24
  store ptr %data, ptr %data.at
  %size.at = getelementptr i8, ptr %info, i32 32
  store i64 %size, ptr %size.at
  ret ptr %data
}

define ptr @NRT_MemInfo_varsize_realloc(ptr %info, i64 %size) {
  %data.at = getelementptr i8, ptr %info, i32 24
  %old = load ptr, ptr %data.at
  %size.at = getelementptr i8, ptr %info, i32 32
  %had = load i64, ptr %size.at
  %data = call ptr @NRT_MemInfo_varsize_alloc(ptr %info, i64 %size)
  %copied = call i64 @llvm.umin.i64(i64 %had, i64 %size)
  call void @llvm.memcpy.p0.p0.i64(ptr %data, ptr %old, i64 %copied, i1 false)
  call void @spielbaum_release(ptr %old)
  ret ptr %data
}

declare i64 @llvm.umin.i64(i64, i64)

define void @NRT_MemInfo_varsize_free(ptr %info, ptr %data) {
  call void @spielbaum_release(ptr %data)
  %data.at = getelementptr i8, ptr %info, i32 24
  %kept = load ptr, ptr %data.at
  %same = icmp eq ptr %kept, %data
  br i1 %same, label %forget, label %done
forget:
  store ptr null, ptr %data.at
  br label %done
done:
  ret void
}

define void @NRT_incref(ptr %info) {
  %nothing = icmp eq ptr %info, null
  br i1 %nothing, label %done, label %count
count:
  %before = load i64, ptr %info
  %now = add i64 %before, 1
  store i64 %now, ptr %info
  br label %done
done:
  ret void
}

; Arrays that a kernel is given belong to its driver: their owner is null.
define void @NRT_decref(ptr %info) {
  %nothing = icmp eq ptr %info, null
  br i1 %nothing, label %done, label %count
count:
  %before = load i64, ptr %info
  %now = sub i64 %before, 1
  store i64 %now, ptr %info
  %unused = icmp eq i64 %now, 0
  br i1 %unused, label %destroy, label %done
destroy:
  call void @NRT_MemInfo_call_dtor(ptr %info)
  br label %done
done:
  ret void
}

define void @NRT_MemInfo_call_dtor(ptr %info) noinline {
  %destructor.at = getelementptr i8, ptr %info, i32 8
  %destructor = load ptr, ptr %destructor.at
  %data.at = getelementptr i8, ptr %info, i32 24
  %plain = icmp eq ptr %destructor, null
  br i1 %plain, label %free, label %call
call:
  %argument.at = getelementptr i8, ptr %info, i32 16
  %argument = load ptr, ptr %argument.at
  %size.at = getelementptr i8, ptr %info, i32 32
  %size = load i64, ptr %size.at
  %data = load ptr, ptr %data.at
  call void %destructor(ptr %data, i64 %size, ptr %argument)
  br label %free
free:
  ; A destructor may have given the data back already.
  %left = load ptr, ptr %data.at
  call void @spielbaum_release(ptr %left)
  call void @spielbaum_release(ptr %info)
  ret void
}
