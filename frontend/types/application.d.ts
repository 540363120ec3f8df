// Generated from schema/application.schema.json by types.js; do not edit.

/**
 * What the addresses of the web application answer, by name. Written by corefscope.web.
 */
export interface Answers {
choices?: Choices
listing?: Listing
job?: Job
checks?: CheckedFile[]
runs?: Run[]
tables?: TablesShown
submission?: Submission
}
/**
 * What there is to choose from on the first page, derived from the registries.
 */
export interface Choices {
version: string
folder: string
limits: {
upload: number
unpack: number
}
metrics: OfferedMetric[]
settings: Field[]
plan: Field[]
presets: {
[k: string]: {
[k: string]: string
}
}
metrics_of_presets: {
[k: string]: string[]
}
tasks: {
[k: string]: string
}
sets: {
[k: string]: string
}
writable: string[]
formats: {
[k: string]: string
}
languages: string[]
}
export interface OfferedMetric {
name: string
title: string
summary: string
usual: boolean
}
/**
 * An option of the form: a list of values, or what is typed.
 */
export interface Field {
name: string
label: string
kind: string
values: (null | string[])
usual: (string | number | boolean | null)
placeholder: string
title: string
/**
 * One sentence about it.
 */
help: string
/**
 * What each value means.
 */
meanings: {
[k: string]: string
}
/**
 * The page of the documentation about it.
 */
page: string
first: boolean
/**
 * Whether it changes how files are read.
 */
reading: boolean
}
/**
 * One level of the folder.
 */
export interface Listing {
entries: Entry[]
others: number
more: number
}
export interface Entry {
name: string
/**
 * folder, or the format of the file
 */
kind: string
path: string
size?: number
}
export interface Job {
job: string
state: ("waiting" | "running" | "done" | "failed" | "cancelled")
step: string
done: number
steps: number
problems: Problem[]
value?: unknown
}
export interface Problem {
text: string
setting: (string | null)
}
export interface CheckedFile {
documents: number
mentions: number
errors: number
problems: Finding[]
}
export interface Finding {
severity: ("error" | "warning")
kind: string
text: string
source: (string | null)
line: (number | null)
setting: (string | null)
}
export interface Run {
run: string
title: string
key: (string | null)
time: number
/**
 * of annotators: the page of their agreement
 */
tables: (string | null)
metric: string
scores: number[]
}
/**
 * The outcome of a task as tables; `run` has the texts behind it.
 */
export interface TablesShown {
task: string
title: string
heading: string[]
sheets: SheetOfTexts[]
notes: string[]
warnings: string[]
signature: string
files: string[]
run: (string | null)
}
export interface SheetOfTexts {
title: string
columns: string[]
rows: string[][]
best: number[][]
bad: number[][]
/**
 * row, column and share
 */
bars: number[][]
left: number[]
/**
 * the column that stays in sight
 */
kept: (number | null)
note: string[]
}
export interface Submission {
submission: string
label: string
size: number
}
