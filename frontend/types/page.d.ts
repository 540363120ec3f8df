// Generated from schema/page.schema.json by types.js; do not edit.

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
keys: Key[]
systems: ShownSystem[]
}
/**
 * The part of the result's JSON that the page reads.
 */
export interface Result {
signature: string
key: Input
systems: ScoredSystem[]
}
export interface Input {
path: (string | null)
sha256: (string | null)
documents: number
entities: number
mentions: number
warnings: Warning[]
}
export interface Warning {
kind: string
count: number
first: string
}
export interface ScoredSystem {
name: string
path: (string | null)
sha256: (string | null)
documents: number
entities: number
mentions: number
warnings: Warning[]
scores: {
[k: string]: Score
}
}
export interface Score {
recall?: number
precision?: number
f1: number
undefined: string[]
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
export interface Key {
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
apart?: number[]
/**
 * Documents that the response does not have.
 */
absent?: number[]
errors?: Errors
costs?: {
[k: string]: Costs
}
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
export interface Repair {
alone: (number | null)
cumulative: (number | null)
}
