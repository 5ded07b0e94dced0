// Implements the runner interface with @actions/core and node:fs.
import { accessSync, constants } from 'node:fs';
import * as core from '@actions/core';
import { toSystem } from '../client/rule-files.ts';
import { createRedactor, toFormText } from '../net/redact.ts';
import { type AnnotationLevel, findCode, type Runner, toFileFault } from './runner.ts';
import { findGuardedFolder, findTextFile, removeTextFile, writeTextFile } from './text-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const ANNOTATE: Readonly<Record<AnnotationLevel, typeof core.error>> = {
  error: core.error,
  warning: core.warning,
  notice: core.notice,
};

export function openActionsRunner(environment: Environment): Runner {
  const secrets: string[] = [];
  const said = { warning: 0, notice: 0 };
  let isOutputLost = false;
  let scrub = createRedactor(secrets).text;
  const findGuarded = (folder = '.'): Promise<string> => findGuardedFolder(toWorkspace(environment), folder);
  const say = (text: string): string => toLogText(scrub(text));
  return {
    system: toSystem(process.platform),
    input: (name) => readInput(environment, name),
    mask: (secret) => {
      secrets.push(secret);
      scrub = createRedactor(secrets).text;
      for (const form of new Set([secret, encodeURIComponent(secret), toFormText(secret)])) core.setSecret(form);
    },
    scrub: (text) => scrub(text),
    info: (text) => {
      core.info(say(text));
    },
    group: (title, lines) => {
      core.startGroup(toLogLine(scrub(title)));
      for (const line of lines) core.info(toLogLine(scrub(line)));
      core.endGroup();
    },
    warning: (text) => {
      said.warning += 1;
      core.warning(say(text));
    },
    notice: (text) => {
      said.notice += 1;
      core.notice(say(text));
    },
    annotate: ({ level, path, line, title, message }) => {
      ANNOTATE[level](say(message), { title: toLogLine(scrub(title)), file: scrub(path), startLine: line });
    },
    said: (level) => said[level],
    output: (name, value) => {
      try {
        core.setOutput(name, scrub(value));
      } catch (error) {
        if (!isOutputLost) core.setFailed(say(toLostOutput(environment, name, error)));
        isOutputLost = true;
      }
    },
    summary: async (markdown) => {
      try {
        await core.summary.addRaw(scrub(markdown), true).write();
      } catch (error) {
        throw findFileError(environment['GITHUB_STEP_SUMMARY'], error);
      }
    },
    findText: async (file, folder) => await findTextFile(await findGuarded(folder), file),
    write: async (file, text, folder) => {
      await writeTextFile(await findGuarded(folder), file, text);
    },
    remove: async (file, folder) => {
      await removeTextFile(await findGuarded(folder), file);
    },
    error: (text) => {
      core.error(say(text));
    },
    fail: (message) => {
      core.setFailed(say(message));
    },
    endRed: () => {
      process.exitCode = core.ExitCode.Failure;
    },
  };
}

function toLostOutput(environment: Environment, name: string, error: unknown): string {
  const file = environment['GITHUB_OUTPUT'] ?? '';
  return `Could not write the output ${name} to ${file} (GITHUB_OUTPUT): ${toFileFault(findFileError(file, error))}.`;
}

/** The toolkit only says that it cannot use a file; the error of the system has a code. */
function findFileError(file: string | undefined, error: unknown): unknown {
  if (findCode(error) !== null || file === undefined || file === '') return error;
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return error;
  } catch (systemError) {
    return systemError;
  }
}

function toWorkspace(environment: Environment): string {
  return environment['GITHUB_WORKSPACE'] ?? '.';
}

/** An empty `repository` gets the default of action.yml, which GitHub applies only if the input is not given at all. */
function readInput(environment: Environment, name: string): string {
  const given = environment[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '';
  const isDefaulted = name === 'repository' && given.trim() === '';
  return isDefaulted ? (environment['GITHUB_REPOSITORY'] ?? '') : given;
}

/** These are the categories Cc and Cf, and the line and paragraph separators. */
const CONTROLS = /(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/**
 * Makes text safe to print: no line is a workflow command (`::name::`) or contains a legacy one (`##[name]`), and there
 * are no control, invisible or bidirectional characters. Keeps line feeds.
 */
export function toLogText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, '\u{FFFD}')
    .replaceAll('##[', '# #[')
    .split('\n')
    .map((line) => (/^\s*::/.test(line) ? `> ${line.trimStart()}` : line))
    .join('\n');
}

/** Makes one line of it, for text that is part of a sentence. */
export function toLogLine(text: string): string {
  return toLogText(text.replace(/\s+/g, ' ').trim());
}
