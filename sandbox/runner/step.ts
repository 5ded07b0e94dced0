// Owns what the runner does with the lines of a step: which are commands, what each changes, what the log shows.
import {
  maxAnnotationsPerLevel,
  readAnnotation,
  type Annotation,
  type AnnotationLevel,
} from './annotation.ts';
import { parseCommand, registeredCommands, type RunnerCommand } from './command.ts';
import type { Masker } from './masker.ts';

export type StreamName = 'stdout' | 'stderr';

/** A command that the runner carried out, and where it stood. */
export interface ParsedCommand extends RunnerCommand {
  readonly stream: StreamName;
  readonly line: string;
}

/** What a step has changed so far. */
export interface StepRecord {
  /** Log entries as the runner stores them: tags kept, secrets hidden. */
  readonly entries: string[];
  readonly commands: ParsedCommand[];
  readonly annotations: Annotation[];
  readonly droppedAnnotations: Annotation[];
  readonly outputs: Record<string, string>;
  readonly state: Record<string, string>;
  /** Values given to `add-mask`, in order. */
  readonly masks: string[];
  /** A command or a command file failed: the step is red whatever its exit status. */
  failed: boolean;
}

export interface StepOptions {
  readonly masker: Masker;
  readonly workspace: string;
  /** Whether `add-matcher` would find its file; matchers themselves are not played. */
  readonly fileExists: (path: string) => boolean;
}

const deprecated = (name: string): string =>
  `The \`${name}\` command is deprecated and will be disabled soon. Please upgrade to using Environment Files. For more information see: https://github.blog/changelog/2022-10-11-github-actions-deprecating-save-state-and-set-output-commands/`;

const disabled = (name: string): string =>
  `The \`${name}\` command is disabled. Please upgrade to using Environment Files or opt into unsecure command execution by setting the \`ACTIONS_ALLOW_UNSECURE_COMMANDS\` environment variable to \`true\`. For more information see: https://github.blog/changelog/2020-10-01-github-actions-deprecating-set-env-and-add-path-commands/`;

const badStopToken =
  "You cannot use a endToken that is an empty string, the string 'pause-logging', or another workflow command.";

/** One step under way: takes lines, keeps the record. */
export class Step {
  readonly record: StepRecord = emptyRecord();
  readonly #options: StepOptions;
  readonly #names = new Set(registeredCommands);
  /** Lower case; set while commands are stopped. */
  #stopToken: string | undefined;
  #echo = false;

  constructor(options: StepOptions) {
    this.#options = options;
  }

  /** Takes one line of a stream: carries it out when it is a command, else prints it. */
  receive(stream: StreamName, line: string): void {
    const command = parseCommand(line, this.#names);
    if (!command) {
      this.output(line);
    } else if (this.#stopToken !== undefined) {
      this.output(line);
      if (command.name.toLowerCase() === this.#stopToken) this.#resume(this.#stopToken);
    } else {
      this.record.commands.push({ ...command, stream, line });
      if (command.name === 'stop-commands') this.#stop(command.data, line);
      else this.#perform(command, line);
    }
  }

  /** Writes a line of the runner's own. */
  output(text: string): void {
    this.record.entries.push(this.#options.masker.mask(text));
  }

  /** Adds an annotation, within the limit of its level, and logs it in any case. */
  issue(
    level: AnnotationLevel,
    message: string,
    properties: Readonly<Record<string, string>> = {},
  ): void {
    const { masker, workspace } = this.#options;
    const { annotations, droppedAnnotations } = this.record;
    const annotation = readAnnotation({
      level,
      properties,
      message: masker.mask(message),
      workspace,
    });
    const kept = annotations.filter((other) => other.level === level).length;
    (kept < maxAnnotationsPerLevel ? annotations : droppedAnnotations).push(annotation);
    if (annotation.message !== '') this.output(`##[${level}]${annotation.message}`);
  }

  /** Logs errors of the runner's own; the step fails. */
  fail(...messages: readonly string[]): void {
    for (const message of messages) this.issue('error', message);
    this.record.failed = true;
  }

  #stop(token: string, line: string): void {
    const name = token.toLowerCase();
    if (name === '' || name === 'pause-logging' || this.#names.has(name)) {
      this.fail(badStopToken);
      return;
    }
    this.#stopToken = name;
    this.#names.add(name);
    if (token.length > 6) this.#options.masker.add(token);
    this.output(line);
  }

  #resume(token: string): void {
    this.#names.delete(token);
    this.#stopToken = undefined;
  }

  #perform(command: RunnerCommand, line: string): void {
    const quiet = quietCommands.has(command.name);
    if (this.#echo && !quiet) this.output(line);
    try {
      this.#carryOut(command);
    } catch (error) {
      this.fail(
        `Unable to process command '${quiet ? command.name : line}' successfully.`,
        error instanceof Error ? error.message : String(error),
      );
    }
  }

  #carryOut(command: RunnerCommand): void {
    switch (command.name) {
      case 'error':
      case 'warning':
      case 'notice':
        this.issue(command.name, command.data, command.properties);
        break;
      case 'group':
      case 'endgroup':
        this.output(`##[${command.name}]${command.name === 'group' ? command.data : ''}`);
        break;
      case 'add-mask':
        this.#addMask(command.data);
        break;
      case 'set-output':
        this.#save(this.record.outputs, command);
        break;
      case 'save-state':
        this.#save(this.record.state, command);
        break;
      case 'echo':
        this.#setEcho(command.data);
        break;
      case 'add-matcher':
        this.#checkMatcher(command.data);
        break;
      case 'set-env':
      case 'add-path':
        throw new Error(disabled(command.name));
      default: // `debug` and `remove-matcher` leave no trace in a log without debugging.
    }
  }

  #addMask(value: string): void {
    if (value.trim() === '') {
      this.issue('warning', "Can't add secret mask for empty string in ##[add-mask] command.");
      return;
    }
    if (this.#echo) this.output('::add-mask::***');
    this.#options.masker.add(value);
    this.record.masks.push(value);
  }

  #save(target: Record<string, string>, command: RunnerCommand): void {
    this.issue('warning', deprecated(command.name));
    const name = command.properties['name'];
    if (name === undefined) {
      throw new Error(`Required field 'name' is missing in ##[${command.name}] command.`);
    }
    target[name] = command.data;
  }

  #setEcho(value: string): void {
    const wanted = value.trim().toLowerCase();
    if (wanted !== 'on' && wanted !== 'off') {
      throw new Error(
        `Invalid echo command value. Possible values can be: 'on', 'off'. Current value is: '${value}'.`,
      );
    }
    this.#echo = wanted === 'on';
  }

  #checkMatcher(file: string): void {
    if (file === '') this.issue('warning', 'File path must be specified.');
    else if (!this.#options.fileExists(file)) throw new Error(`Could not find file '${file}'.`);
  }
}

/** Commands that the runner does not echo. */
const quietCommands: ReadonlySet<string> = new Set([
  'add-mask',
  'debug',
  'error',
  'notice',
  'warning',
]);

function emptyRecord(): StepRecord {
  return {
    entries: [],
    commands: [],
    annotations: [],
    droppedAnnotations: [],
    outputs: {},
    state: {},
    masks: [],
    failed: false,
  };
}
