// Takes the lines of a step's output, and keeps what they change and what the log shows.
import { type Annotation, type AnnotationLevel, maxAnnotationsPerLevel, readAnnotation } from './annotation.ts';
import { readLine, type RunnerCommand } from './command.ts';
import type { Masker } from './masker.ts';

export type StreamName = 'stdout' | 'stderr';

export interface StepRecord {
  /** The runner stores them so: with tags, without secrets. */
  readonly entries: string[];
  /** They were carried out in this order. */
  readonly commands: RunnerCommand[];
  /** The actions never do these, and this runner refuses them, a line each; the step is red then. */
  readonly unexpected: string[];
  /** There are at most ten a level. */
  readonly annotations: Annotation[];
  readonly droppedAnnotations: Annotation[];
  /** They were given to `add-mask`, in this order. */
  readonly masks: string[];
  /** The step is red, whatever its exit status. */
  failed: boolean;
}

/** Takes lines, keeps the record. */
export class Step {
  readonly record: StepRecord = {
    entries: [],
    commands: [],
    unexpected: [],
    annotations: [],
    droppedAnnotations: [],
    masks: [],
    failed: false,
  };
  readonly #masker: Masker;

  constructor(masker: Masker) {
    this.#masker = masker;
  }

  /** Takes one line of a stream: carries it out when it is a command, else prints it. */
  receive(stream: StreamName, line: string): void {
    const reading = readLine(line);
    if (reading === 'text') this.output(line);
    else if (reading === 'unexpected' || stream === 'stderr') {
      this.refuse(`unexpected command on ${stream}: ${line}`);
    } else {
      this.record.commands.push(reading);
      this.#perform(reading);
    }
  }

  /** Writes a line of the runner's own. */
  output(text: string): void {
    this.record.entries.push(this.#masker.mask(text));
  }

  /** Adds an annotation, within the limit of its level, and logs it in any case. */
  issue(level: AnnotationLevel, message: string, properties: RunnerCommand['properties'] = {}): void {
    const { annotations, droppedAnnotations } = this.record;
    const annotation = readAnnotation(level, this.#masker.mask(message), properties);
    const kept = annotations.filter((other) => other.level === level).length;
    (kept < maxAnnotationsPerLevel ? annotations : droppedAnnotations).push(annotation);
    if (annotation.message !== '') this.output(`##[${level}]${annotation.message}`);
  }

  /** Logs errors of the runner's own; the step fails. */
  fail(...messages: readonly string[]): void {
    for (const message of messages) this.issue('error', message);
    this.record.failed = true;
  }

  /** Fails the step for something that no action of ours does. */
  refuse(what: string): void {
    this.record.unexpected.push(this.#masker.mask(what));
    this.fail(`sandbox runner: ${what}`);
  }

  #perform({ name, data, properties }: RunnerCommand): void {
    if (name === 'group') this.output(`##[group]${data}`);
    else if (name === 'endgroup') this.output('##[endgroup]');
    else if (name === 'add-mask') this.#addMask(data);
    else this.issue(name, data, properties);
  }

  #addMask(value: string): void {
    if (value.trim() === '') {
      this.issue('warning', "Can't add secret mask for empty string in ##[add-mask] command.");
      return;
    }
    this.#masker.add(value);
    this.record.masks.push(value);
  }
}
