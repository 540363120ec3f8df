// Generated from schema/page.schema.json by types.js; do not edit.

export type Runs = [number, number][][]
/**
 * The runs of words of each member that the response's set lacks.
 */
export type Runs1 = [number, number][][]
/**
 * The runs of words of each member that the key's set lacks.
 */
export type Runs2 = [number, number][][]

/**
 * What the page of a report is given: the result, the text once, and the mentions of key and responses as columns. Written by corefscope.page.payload.
 */
export interface Payload {
schema: 1
result: Result
metrics: Metric[]
/**
 * The metric that stands for all where there is room for one.
 */
main: string
/**
 * Who is best, whether that is real, and on what evidence, in sentences.
 */
verdict: string[]
/**
 * What was scored as one: documents, or groups of them.
 */
units: string[]
documents: string[]
types: string[]
/**
 * Each type of error and what it means.
 */
kinds: {
[k: string]: string
}
/**
 * The name of the annotator who stands as the key, where annotators are compared; the systems are the others. The page names annotators instead of key and response.
 */
annotator?: string
keys: ShownKey[]
systems: ShownSystem[]
}
/**
 * What corefscope score -o json and Result.to_json() write.
 */
export interface Result {
/**
 * counts changes that readers must know of
 */
schema: 1
/**
 * all that can change a number
 */
signature: string
/**
 * of corefscope
 */
version: string
settings: Settings
key: Key
systems: System[]
by?: By
/**
 * where each system would stand in a published table, with --beside
 */
beside?: {

}
/**
 * what --fail-under and --fail-if-worse checked
 */
gate?: {
passed: boolean
against: (string | null)
significant: boolean
checks: {
system: string
metric: string
f1: number
/**
 * the least F1 that passes
 */
bound: number
before: (number | null)
p: (number | null)
verdict: string
passed: boolean
}[]
}
}
/**
 * fields of cs.Settings; null where a setting is not given
 */
export interface Settings {
[k: string]: string | boolean | number | null
}
/**
 * The key.
 */
export interface Key {
path: (string | null)
/**
 * of the file; of the checksums of its files, if there are several; null for Python objects and pipes
 */
sha256: (string | null)
files: File[]
documents: number
entities: number
mentions: number
warnings: Warning[]
}
/**
 * A file as it was read.
 */
export interface File {
path: string
/**
 * in bytes, as it lies on disk; null for standard input
 */
size: (number | null)
/**
 * of the bytes that were read; null for what can be read only once
 */
sha256: (string | null)
/**
 * as corefscope formats lists it, or text for what another file annotates
 */
format: (string | null)
}
/**
 * One kind of warning, with its first places; docs/messages.md lists the codes.
 */
export interface Warning {
/**
 * stays when the words change
 */
code: string
/**
 * the words
 */
kind: string
/**
 * the option that helps, such as --repeated
 */
setting: (string | null)
count: number
first: string
places: string[]
}
/**
 * A response and its scores.
 */
export interface System {
name: string
path: (string | null)
/**
 * of the file; of the checksums of its files, if there are several; null for Python objects and pipes
 */
sha256: (string | null)
files: File[]
documents: number
entities: number
mentions: number
scores: Scores
warnings: Warning[]
by_group?: {
group: string
scores: Scores
documents?: number
mentions?: number
}[]
per_document?: {
document: string
scores: Scores
counts: Counts
}[]
output?: Output
}
/**
 * by metric, in the order in which they were requested
 */
export interface Scores {
[k: string]: Score
}
/**
 * A score as fractions of 1; a mean such as conll has only f1. Other numbers are counts, and objects are the parts of a metric such as BLANC. `undefined` names what has a denominator of 0.
 */
export interface Score {
recall?: (number | null)
precision?: (number | null)
f1: (number | null)
undefined: ("recall" | "precision" | "f1")[]
[k: string]: number | Score | null | ("recall" | "precision" | "f1")[] | undefined
}
/**
 * by tally, its counts
 */
export interface Counts {
[k: string]: {
[k: string]: number
}
}
/**
 * How much of a language model's output could be scored.
 */
export interface Output {
/**
 * Words and punctuation marks: of the key copied, changed and missing, of the response invented.
 */
words: {
copied: number
changed: number
missing: number
invented: number
}
/**
 * Written are placed and lost ones; repaired ones have a place only after repair; aligned ones are of the key.
 */
mentions: {
written: number
placed: number
/**
 * by code of the warning
 */
lost: {
[k: string]: number
}
repaired: number
aligned: number
}
/**
 * Of the key: missing from the response, and cut off in it.
 */
documents: {
missing: number
cut_off: number
}
/**
 * With lost mentions repaired, and in the text that both sides have.
 */
scores: {
repaired: Scores
aligned: Scores
}
}
/**
 * What scores are broken down by.
 */
export interface By {
what: string
note: string
}
export interface Metric {
name: string
title: string
summary: string
/**
 * The metrics that this one is the mean of.
 */
mean: string[]
}
/**
 * The key as all systems that count in the same unit see it.
 */
export interface ShownKey {
unit: string
documents: Text[]
mentions: Columns
}
/**
 * The words of a document; positions are steps from one to the next.
 */
export interface Text {
words: (string[] | null)
sentences?: number[]
zeros?: number[]
tight?: number[]
spaced?: boolean
}
/**
 * The mentions of one side in text order; `first` is given as steps from one to the next.
 */
export interface Columns {
/**
 * How many mentions each document has.
 */
count: number[]
first: number[]
length: number[]
entity: number[]
names: string[]
type?: number[]
label?: string[]
/**
 * The parts of each mention that has gaps, by its number.
 */
runs?: {
[k: string]: [number, number][]
}
}
export interface ShownSystem {
/**
 * F1 of each unit by metric; null where it is not defined.
 */
f1: {
[k: string]: (number | null)[]
}
intervals?: Intervals
ranks?: {
[k: string]: number
}
/**
 * Which of the keys this system is shown beside.
 */
key?: number
/**
 * The key mention of each response mention, as steps; 0 where there is none.
 */
twin?: number[]
/**
 * The key entity of each response entity, or -1.
 */
partner?: number[]
/**
 * Documents whose mentions were not paired.
 */
unmatched?: number[]
/**
 * By document: first and last segment, deleted, changed or inserted, and the response's words. Inserted words stand before the first segment.
 */
changes?: [number, number, ("deleted" | "changed" | "inserted"), string][][]
/**
 * Sets, bridging and markables that refer to nothing, in text order; absent where there are none.
 */
anaphora?: AnaphoraItem[]
/**
 * Errors of sets, bridging and markables that refer to nothing, as corefscope errors lists them; absent where there are none.
 */
anaphora_errors?: AnaphoraError[]
/**
 * Documents that the response does not have.
 */
absent?: number[]
errors?: Errors
costs?: {
[k: string]: Costs
}
/**
 * Recall and precision of groups of mentions under one metric, by feature.
 */
breakdowns?: (null | Breakdowns)
repaired?: (null | Repair[])
mentions?: Columns
}
export interface Intervals {
note: string
scores: {
[k: string]: {
/**
 * @minItems 2
 * @maxItems 2
 */
[k: string]: [number, number]
}
}
}
export interface AnaphoraItem {
kind: ("sets" | "bridging" | "nonreferring")
document: number
/**
 * right, missed, spurious …; absent where one side has nothing of the kind.
 */
verdict?: string
key?: Ends
response?: Ends
}
/**
 * The runs of words of the anaphor, then those of each antecedent; and the relation or the kind.
 */
export interface Ends {
ends: Runs
label: string
}
export interface AnaphoraError {
kind: ("sets" | "bridging" | "nonreferring")
/**
 * The kind as corefscope errors names it.
 */
what: string
/**
 * missed, spurious, wrong antecedent …
 */
verdict: string
document: number
key?: Ends
response?: Ends
missing?: Runs1
extra?: Runs2
/**
 * Its number in anaphora; absent where the text is not known.
 */
item?: number
}
/**
 * One row per error: its type, its document, and the mentions it is about.
 */
export interface Errors {
kind: number[]
document: number[]
key: number[][]
response: number[][]
}
export interface Costs {
key: Steps
response: Steps
}
/**
 * Numbers as multiples of a step.
 */
export interface Steps {
step: number
of: number[]
}
export interface Breakdowns {
metric: string
features: {
name: string
meaning: string
/**
 * The command that prints the same numbers.
 */
command: string
/**
 * Label, mentions of key and response, recall and precision; null where there are no mentions.
 */
groups: [string, number, number, (number | null), (number | null)][]
}[]
}
export interface Repair {
alone: (number | null)
cumulative: (number | null)
}
