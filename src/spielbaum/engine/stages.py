"""How rules pass through Numba: its stages, with those among them that look at whole numbers."""

from __future__ import annotations

from collections.abc import Mapping
from types import CodeType
from typing import Any

from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typed_passes import NativeLowering, NopythonTypeInference, PreLowerStripPhis
from numba.core.untyped_passes import IRProcessing

from spielbaum.engine.arithmetic import WouldDiffer
from spielbaum.engine.inner_code import inner_stages
from spielbaum.engine.inspection import inspect_constants, inspect_rule
from spielbaum.engine.runtime_checks import GuardedLowering, guard_rule


def pipeline(roles: Mapping[CodeType, str], *, checked: bool) -> type[CompilerBase]:
    """Numba's stages with ours among them; `roles` says which rule of the game a function is."""

    class Stages(CompilerBase):
        def define_pipelines(self) -> list[Any]:
            self.state.roles = roles
            stages = inner_stages(self.state)
            stages.add_pass_after(_Constants, IRProcessing)
            stages.add_pass_after(_Inspection, NopythonTypeInference)
            if checked:
                stages.add_pass_after(_Guarding, PreLowerStripPhis)
                stages.add_pass_after(GuardedLowering, NativeLowering)
                stages.passes = [stage for stage in stages.passes if stage[0] is not NativeLowering]
            stages.finalize()
            return [stages]

    return Stages


class _Stage(FunctionPass):
    def __init__(self) -> None:  # Numba declares it abstract
        super().__init__()  # type: ignore[no-untyped-call]

    def run_pass(self, state: Any) -> bool:
        function = state.func_id.func
        role = state.roles.get(function.__code__)
        try:
            return self.work(state, role)
        except WouldDiffer as refused:
            refused.function = role or function.__name__
            raise

    def work(self, state: Any, role: str | None) -> bool:
        """Do it; whether anything was changed."""
        raise NotImplementedError


@register_pass(mutates_CFG=False, analysis_only=True)
class _Constants(_Stage):
    _name = "spielbaum_constants"

    def work(self, state: Any, _role: str | None) -> bool:
        inspect_constants(state.func_ir)
        return False


@register_pass(mutates_CFG=False, analysis_only=True)
class _Inspection(_Stage):
    _name = "spielbaum_inspection"

    def work(self, state: Any, role: str | None) -> bool:
        inspect_rule(state.func_ir, state.typemap, state.return_type, role)
        return False


@register_pass(mutates_CFG=False, analysis_only=False)
class _Guarding(_Stage):
    _name = "spielbaum_guards"

    def work(self, state: Any, _role: str | None) -> bool:
        guard_rule(state.func_ir, state.typemap)
        return True
