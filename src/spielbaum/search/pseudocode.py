"""The algorithms in pseudocode, each line with the kinds of events at which it is at work.

`Step.line` names the kind: enter, first, leaf, estimate, stand, update, cutoff, leave, tablehit, again,
settle, iteration; first, update, cutoff and leave end in .max or .min where the algorithm tells the sides
apart, or .chance where nature moves, settle ends in its reason; outcome may end in .probe.
The words in braces come from the catalogue, so the same code reads in German and English.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from spielbaum.errors import UnknownName
from spielbaum.language import catalogue
from spielbaum.search.maxn import Ties


@dataclass(frozen=True, slots=True)
class CodeLine:
    """A line of pseudocode and the events that happen there."""

    text: str
    events: tuple[str, ...] = ()


_MINIMAX = """
VALUE(n):                                                  | enter
  {if} n {is_leaf}: {return} {value_of} n                  | leaf
  {if} {limit_reached}: {return} E(n)                      | estimate
  {if} MAX {moves_at} n:                                   |
    v ← −∞                                                 |
    {for_each} c {of} n: v ← max(v, VALUE(c))              | update.max stand
    {return} v                                             | leave.max
  {else}:                                                  |
    v ← +∞                                                 |
    {for_each} c {of} n: v ← min(v, VALUE(c))              | update.min
    {return} v                                             | leave.min
"""

_EXPECTIMINIMAX = """
VALUE(n):                                                  | enter
  {if} n {is_leaf}: {return} {value_of} n                  | leaf
  {if} {limit_reached}: {return} E(n)                      | estimate
  {if} {chance} {moves_at} n:                              |
    {return} Σ P(c) · VALUE(c)   ({all_outcomes})          | outcome leave.chance
  {if} MAX {moves_at} n:                                   |
    {return} max VALUE(c)   ({all_children})               | update.max leave.max
  {else}:                                                  |
    {return} min VALUE(c)   ({all_children})               | update.min leave.min
"""

_EXPECTIMAX = """
VALUE(n):                                                  | enter
  {if} n {is_leaf}: {return} {value_of} n                  | leaf
  {if} {limit_reached}: {return} E(n)                      | estimate
  {if} {chance} {moves_at} n:                              |
    {return} Σ P(c) · VALUE(c)   ({all_outcomes})          | outcome leave.chance
  {return} max VALUE(c)   ({all_children})                 | update.max leave.max
"""

_NEGAMAX = """
VALUE(n):                                                  | enter
  {if} n {is_leaf}: {return} {mover_value} n               | leaf
  {if} {limit_reached}: {return} {mover_estimate}          | estimate
  v ← −∞                                                   |
  {for_each} c {of} n:                                     |
    v ← max(v, −VALUE(c))                                  | update
  {return} v                                               | leave
"""

_SHALLOW = """
VALUE(n, p):                                               | enter
  {if} n {is_leaf}: {return} {value_of} n                  | leaf
  {if} {limit_reached}: {return} E(n)                      | estimate
  {if} MAX {moves_at} n:                                   |
    v ← −∞                                                 |
    {for_each} c {of} n:                                   |
      v ← max(v, VALUE(c, v))                              | update.max
      {if} v ≥ p: {return} v   ({omitted})            | cutoff.max
    {return} v                                             | leave.max
  {else}:                                                  |
    v ← +∞                                                 |
    {for_each} c {of} n:                                   |
      v ← min(v, VALUE(c, v))                              | update.min
      {if} v ≤ p: {return} v   ({omitted})            | cutoff.min
    {return} v                                             | leave.min
"""

_SIDES = """
  {if} MAX {moves_at} n:                                   |
    v ← −∞                                                 |
    {for_each} c {of} n:                                   | first.max
      v ← max(v, VALUE(c, α, β)); α ← max(α, v)            | update.max stand
      {if} v ≥ β: {return} v                               | cutoff.max
    {return} v                                             | leave.max
  {else}:                                                  |
    v ← +∞                                                 |
    {for_each} c {of} n:                                   | first.min
      v ← min(v, VALUE(c, α, β)); β ← min(β, v)            | update.min
      {if} v ≤ α: {return} v                               | cutoff.min
    {return} v                                             | leave.min
"""

_ALPHABETA = (
    """
VALUE(n, α, β):                                            | enter
  {if} n {is_leaf}: {return} {value_of} n                  | leaf
  {if} {limit_reached}: {return} E(n)                      | estimate
"""
    + _SIDES
)

#: Every outcome c has bounds low(c) ≤ value ≤ high(c), at first those of all values; so has their average.
_STAR_AVERAGE = """
    {for_each} c {of} n:                                   |
      a ← high(c) − (Σ P·high − α) / P(c)                  |
      b ← low(c) + (β − Σ P·low) / P(c)                    |
      low(c), high(c) ← VALUE(c, a, b)                     | outcome
      {if} Σ P·high ≤ α: {return} Σ P·high                 | cutoff.chance
      {if} Σ P·low ≥ β: {return} Σ P·low                   |
    {return} Σ P·low                                       | leave.chance
"""

_STAR1 = (
    """
VALUE(n, α, β):                                            | enter
  {if} n {is_leaf}: {return} {value_of} n                  | leaf
  {if} {limit_reached}: {return} E(n)                      | estimate
  {if} {chance} {moves_at} n:                              |
"""
    + _STAR_AVERAGE
    + _SIDES
)

_STAR2 = (
    """
VALUE(n, α, β):                                            | enter
  {if} n {is_leaf}: {return} {value_of} n                  | leaf
  {if} {limit_reached}: {return} E(n)                      | estimate
  {if} {chance} {moves_at} n:                              |
    {for_each} c {of} n:                                   |
      {first_look}                                         | outcome.probe
      {if} Σ P·high ≤ α {or} Σ P·low ≥ β: {return}         |
"""
    + _STAR_AVERAGE
    + _SIDES
)

_NEGAMAX_ALPHABETA = """
VALUE(n, α, β):                                            | enter
  {if} n {is_leaf}: {return} {mover_value} n               | leaf
  {if} {limit_reached}: {return} {mover_estimate}          | estimate
  v ← −∞                                                   |
  {for_each} c {of} n:                                     |
    v ← max(v, −VALUE(c, −β, −α)); α ← max(α, v)           | update
    {if} v ≥ β: {return} v                                 | cutoff
  {return} v                                               | leave
"""

_PVS = """
VALUE(n, α, β):                                            | enter
  {if} n {is_leaf}: {return} {mover_value} n               | leaf
  {if} {limit_reached}: {return} {mover_estimate}          | estimate
  v ← −∞                                                   |
  {for_each} c {of} n:                                     |
    {if} c {is_first}: w ← −VALUE(c, −β, −α)               |
    {else}:                                                |
      w ← −VALUE(c, −(α + 1), −α)                          |
      {if} α < w < β: w ← −VALUE(c, −β, −α)                |
    v ← max(v, w); α ← max(α, v)                           | update
    {if} v ≥ β: {return} v                                 | cutoff
  {return} v                                               | leave
"""

_MTDF = (
    """
low ← −∞; high ← +∞; g ← {guess}                           |
{while} low < high:                                        |
  β ← g, {if} g > low, {else} g + 1                        | iteration
  g ← VALUE({root}, β − 1, β)                              |
  {if} g < β: high ← g, {else} low ← g                     |
VALUE(n, α, β):                                            | enter
  {if} {table_answers}: {return} {known_bound}             | tablehit
  {if} n {is_leaf}: {return} {value_of} n                  | leaf
  {if} {limit_reached}: {return} E(n)                      | estimate
"""
    + _SIDES
)

_SSS = """
OPEN ← [({root}, {live}, +∞)]                              |
{repeat}:                                                  |
  {take} (n, s, h) {with_largest} h                        | enter
  {if} s = {live}:                                         |
    {if} n {is_leaf}: {put} (n, {solved}, min(h, {value_of} n)) | leaf
    {if} {limit_reached}: {put} (n, {solved}, min(h, E(n))) | estimate
    {if} MAX {moves_at} n: {put} {all_children} {with} h   |
    {else}: {put} {first_child} {with} h                   |
  {else}:                                                  |
    {if} n = {root}: {return} h                            | leave.max leave.min
    {if} MAX {moves_at} {parent}:                          |
      {drop_below}; {put} ({parent}, {solved}, h)          | update.max cutoff.max
    {else}: {put} {next_child}, {or} ({parent}, {solved}, h) | update.min
"""

_ITERATIVE = (
    """
{for} d = 1, 2, 3, … {until_sure}:                         | iteration
  {sort_moves}                                             | first
  v ← VALUE({root}, −∞, +∞)                                |
VALUE(n, α, β):                                            | enter
  {if} n {is_leaf}: {return} {value_of} n                  | leaf
  {if} {limit_reached}: {return} E(n)                      | estimate
"""
    + _SIDES
)

_MAXN = """
VALUE(n):                                                  | enter
  {if} n {is_leaf}: {return} {payoffs_of} n                | leaf
  {if} {limit_reached}: {return} E(n)                      | estimate
  {if} {chance} {moves_at} n: {return} Σ P(c) · VALUE(c)   | outcome
  p ← {player_at} n                                        |
  {for_each} c {of} n:                                     |
    w ← VALUE(c)                                           |
    {if} w[p] > v[p]: v ← w                                | update
    {if} {nothing_left}: {return} v                        | cutoff
  {return} v                                               | leave
"""

_ALLIANCE = """
VALUE(n):                                                  | enter
  {if} n {is_leaf}: {return} {payoffs_of} n                | leaf
  {if} {limit_reached}: {return} E(n)                      | estimate
  p ← {player_at} n                                        |
  {for_each} c {of} n:                                     |
    w ← VALUE(c)                                           |
    {if} Σ C[p][j]·w[j] > Σ C[p][j]·v[j]: v ← w            | update
  {return} v                                               | leave
"""

_DEPTH_FIRST = """
VISIT(n):                                                  | enter
  {if} n {is_leaf}: {return}                               | leaf
  {for_each} c {of} n: VISIT(c)                            |
  {return}                                                 | leave
"""

_BREADTH_FIRST = """
Q ← [{root}]                                               |
{while} Q {not_empty}:                                     |
  {take} n {from_front}                                    | enter
  {if} n {is_leaf}: {go_on}                                | leaf
  {put} {all_children} {at_end}                            | leave
"""

_DEEPENING = """
{for} d = 0, 1, 2, … {until_nothing_cut}:                  | iteration
  VISIT({root}, d)                                         |
VISIT(n, d):                                               | enter
  {if} n {is_leaf}: {return}                               | leaf
  {if} d > 0: {for_each} c {of} n: VISIT(c, d − 1)         |
  {return}                                                 | leave
"""

_RETROGRADE = """
{for_each_position} n, {breadth_first}:                    | enter again
  {if} n {is_leaf}: v(n) ← {mover_value} n                 | leaf estimate
  {else}: k(n) ← {number_of_moves} n                       |
{for} t = {payoffs_descending}:                            |
  Q ← {positions_worth} ±t                                 |
  {while} Q {not_empty}:                                   |
    {take} c {from_front}                                  |
    {for_each_before} n {before} c:                        |
      {if} c {worth_t_at} n: v(n) ← t; {put} n             | settle.win
      {else}: k(n) ← k(n) − 1                              |
        {if} k(n) = 0: v(n) ← −t; {put} n                  | settle.loss
{for_each_rest} n: v(n) ← 0                                |
  {if} {draw_forced}: {by_rule}                            | settle.rule
  {else}: {by_cycle}                                       | settle.cycle
"""

_VALUE_ITERATION = """
{for_each_position} n, {breadth_first}:                    | enter again
  {if} n {is_leaf}: l(n) ← h(n) ← {value_of} n             | leaf estimate
  {else}: l(n) ← {least_payoff}; h(n) ← {greatest_payoff}  |
{while} h(n) − l(n) > 2ε {somewhere}:                      |
  {for_each_position} n, {last_first}:                     |
    {if} {chance} {moves_at} n: l(n) ← Σ P(c) · l(c)       | narrow.chance
                  h(n) ← Σ P(c) · h(c)                     |
    {if} MAX {moves_at} n: l(n) ← max l(c)                 | narrow.max
                  h(n) ← max h(c)                          |
    {else}: l(n) ← min l(c); h(n) ← min h(c)               | narrow.min
"""

_CODE: Mapping[str, str] = {
    "minimax": _MINIMAX,
    "negamax": _NEGAMAX,
    "shallow": _SHALLOW,
    "alphabeta": _ALPHABETA,
    "negamax-alphabeta": _NEGAMAX_ALPHABETA,
    "pvs": _PVS,
    "engine": _PVS,  # with everything around it that makes it fast
    "mtdf": _MTDF,
    "sss": _SSS,
    "iterative": _ITERATIVE,
    "retrograde": _RETROGRADE,
    "value-iteration": _VALUE_ITERATION,
    "maxn": _MAXN,
    "paranoid": _ALPHABETA.replace("MAX", "{root_player}").replace("{value_of}", "{root_payoff}"),
    "best-reply": _ALPHABETA.replace("MAX", "{root_player}")
    .replace("{value_of}", "{root_payoff}")
    .replace("{for_each} c {of} n", "{for_each} c {of} n {one_replies}"),
    "alliance": _ALLIANCE,
    "expectiminimax": _EXPECTIMINIMAX,
    "star1": _STAR1,
    "star2": _STAR2,
    "expectimax": _EXPECTIMAX,
    "depth-first": _DEPTH_FIRST,
    "breadth-first": _BREADTH_FIRST,
    "depth-first-deepening": _DEEPENING,
}


@cache
def pseudocode(algorithm: str, language: str = "en", ties: Ties = "first") -> tuple[CodeLine, ...]:
    """The algorithm line by line; `ties` says which of equally good children max^n takes."""
    if algorithm not in _CODE:
        raise UnknownName("algorithm", algorithm, _CODE)
    prefix = "pseudocode."
    words = {
        key.removeprefix(prefix): text for key, text in catalogue(language).items() if key.startswith(prefix)
    }
    lines = []
    code = _CODE[algorithm]
    if ties == "last":
        code = code.replace("w[p] > v[p]", "w[p] ≥ v[p]").replace("w[j] > Σ", "w[j] ≥ Σ")
    for line in filter(str.strip, code.splitlines()):
        text, _, events = line.rpartition("|")
        lines.append(CodeLine(text.rstrip().format_map(words), tuple(events.split())))
    return tuple(lines)


def line_number(algorithm: str, line: str) -> int | None:
    """Which line of the pseudocode, from 0, is at work at a step with that `line`."""
    for number, code in enumerate(pseudocode(algorithm)):
        if line in code.events or line.partition(".")[0] in code.events:
            return number
    return None
