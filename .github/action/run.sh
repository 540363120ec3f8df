#!/usr/bin/env bash
# The steps of action.yml: check the responses, then score them and compare with bounds or a saved result.
# Inputs are environment variables, never part of the text of a command. Lists have one entry a line.
set -u

summary=${GITHUB_STEP_SUMMARY:-/dev/stdout}
mapfile -t responses < <(printf '%s\n' "${INPUT_RESPONSES:-}" | sed '/^[[:space:]]*$/d')
mapfile -t metrics < <(printf '%s\n' "${INPUT_METRICS:-}" | sed 's/[[:space:]]//g; /^$/d')  # -m knows commas
mapfile -t under < <(printf '%s\n' "${INPUT_FAIL_UNDER:-}" | sed 's/[[:space:]]//g; /^$/d')
mapfile -t worse < <(printf '%s\n' "${INPUT_FAIL_IF_WORSE:-}" | sed 's/[[:space:]]//g; /^$/d')
mapfile -t more < <(printf '%s\n' "${INPUT_OPTIONS:-}" | sed '/^[[:space:]]*$/d')

if [ "${#responses[@]}" -eq 0 ]; then
  echo "corefscope: the action needs at least one response" >&2
  exit 2
fi

status=0
keep() { if [ "$1" -gt "$status" ]; then status=$1; fi; }

if [ "${INPUT_CHECK:-true}" = true ]; then
  { echo "## corefscope check"; echo; } >> "$summary"
  against=()
  if [ -n "${INPUT_KEY:-}" ]; then against=(--against "$INPUT_KEY"); fi
  corefscope check "${responses[@]}" ${against[@]+"${against[@]}"} -o markdown >> "$summary"
  keep $?
fi

if [ -n "${INPUT_KEY:-}" ]; then
  words=(score "$INPUT_KEY" "${responses[@]}")
  for each in ${metrics[@]+"${metrics[@]}"}; do words+=(-m "$each"); done
  words+=(${more[@]+"${more[@]}"})
  gate=()
  for each in ${under[@]+"${under[@]}"}; do gate+=(--fail-under "$each"); done
  if [ -n "${INPUT_AGAINST:-}" ]; then
    gate+=(--against "$INPUT_AGAINST")
    for each in ${worse[@]+"${worse[@]}"}; do gate+=(--fail-if-worse "$each"); done
    if [ "${INPUT_SIGNIFICANT:-false}" = true ]; then gate+=(--significant); fi
  fi
  { echo; echo "## corefscope score"; echo; } >> "$summary"
  corefscope "${words[@]}" ${gate[@]+"${gate[@]}"} -o markdown >> "$summary"
  keep $?
  if [ -n "${INPUT_SAVE:-}" ]; then
    # What failed does not become the result to compare with, and an error leaves no empty file.
    if [ "$status" -ne 0 ] && [ "$INPUT_SAVE" -ef "${INPUT_AGAINST:-}" ]; then
      echo "corefscope: $INPUT_SAVE is kept as it was" >&2
    elif corefscope "${words[@]}" --per-document -o json > "$INPUT_SAVE.new" 2> /dev/null; then
      mv -- "$INPUT_SAVE.new" "$INPUT_SAVE"
    else
      keep $?
      rm -f -- "$INPUT_SAVE.new"
    fi
  fi
fi

exit "$status"
