"""Functions that only compiled functions call: kept as LLVM's code, and no machine code is made of them.

Numba makes each function ready to be called, and with it copies of all the functions it uses, though of a
kernel only the last function ever is. It is left out for all others: making machine code took 3.1 of 28.5
seconds of processor time when the search and the solver of Connect Four were compiled. Kernels run as fast as
before.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary, RuntimeLinker
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.environment import lookup_environment
from numba.core.typed_passes import NopythonTypeInference
from numba.core.untyped_passes import InlineClosureLikes


class _InnerLibrary(JITCodeLibrary):
    """The code of a function that is linked into others and never called by itself."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)  # type: ignore[no-untyped-call]
        self._callable = False

    def _finalize_final_module(self) -> None:
        # Functions that call each other in a circle find one another by the address of their machine code.
        names = [each.name for each in self._final_module.global_variables]
        self._callable = any(name.startswith(RuntimeLinker.PREFIX) for name in names)
        if self._callable:
            super()._finalize_final_module()  # type: ignore[no-untyped-call]
            return
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._verify_declare_only_symbols()  # type: ignore[no-untyped-call]
        self._finalized = True

    @property
    def codegen(self) -> Any:
        """Numba asks for it to tell the machine code which Python module it belongs to."""
        return super().codegen if self._callable else _NoMachineCode


class _NoMachineCode:
    @staticmethod
    def set_env(name: str, environment: Any) -> None:
        """Nobody to be told; `connect_modules` tells the kernel."""


def connect_modules(kernel: Any) -> None:
    """Tell the machine code of a kernel (a compile result) to which modules the functions in it belong."""
    for variable in kernel.library._final_module.global_variables:
        environment = lookup_environment(variable.name)
        if environment is not None:
            kernel.library.codegen.set_env(variable.name, environment)


@register_pass(mutates_CFG=False, analysis_only=True)
class _Inner(FunctionPass):
    _name = "spielbaum_inner"

    def __init__(self) -> None:  # Numba declares it abstract
        super().__init__()  # type: ignore[no-untyped-call]

    def run_pass(self, state: Any) -> bool:
        state.library = _InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return False


def inner_stages(state: Any) -> Any:
    """Numba's stages for an inner function, open for more."""
    stages = DefaultPassBuilder.define_nopython_pipeline(state)
    stages.add_pass_after(_Inner, NopythonTypeInference)
    # Numba would analyse the variables anew after each stage, for stages that others may add; those that read
    # what is found begin with it themselves (read in Numba 0.68).
    stages._ENFORCING = False
    return stages


class InnerStages(CompilerBase):
    """How the inner functions of kernels are compiled; rules pass some stages more (`stages.py`)."""

    def define_pipelines(self) -> list[Any]:
        stages = inner_stages(self.state)
        # Kernels have no functions within functions.
        stages.passes = [stage for stage in stages.passes if stage[0] is not InlineClosureLikes]
        stages.finalize()
        return [stages]
