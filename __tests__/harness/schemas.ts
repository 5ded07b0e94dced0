// The schemas that documents are held against: SARIF 2.1.0, and ours of the JSON report.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv, type AnySchemaObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';

const record = v.record(v.string(), v.unknown());

/** Every fault of a document, as `path message`; none: it is valid. */
export type Check = (document: unknown) => readonly string[];

/** SARIF 2.1.0 rtm.5, as Microsoft's package brings it: the schema that is final, in JSON Schema draft 4. */
export function sarifCheck(): Check {
  return (compiled.sarif ??= compileSarif());
}

/** Compiling takes longer than any document. */
const compiled: { sarif?: Check; report?: Check; doctor?: Check; insights?: Check } = {};

function compileSarif(): Check {
  const path = '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json';
  const schema = readSchema(createRequire(import.meta.url).resolve(path));
  // Draft 4 writes nothing else in it otherwise than ajv reads it.
  const fields = Object.entries(schema).filter(([name]) => name !== 'id' && name !== '$schema');
  // One pattern in it is no regular expression with the flag `u`.
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
  addFormats(ajv);
  return toCheck(ajv.compile(Object.fromEntries(fields)));
}

/** The report's schema, closed: a property that it does not name is a fault too. */
export function reportCheck(): Check {
  return (compiled.report ??= compileReport('report-v1'));
}

export function doctorCheck(): Check {
  return (compiled.doctor ??= compileReport('doctor-v1'));
}

export function insightsCheck(): Check {
  return (compiled.insights ??= compileReport('insights-v2'));
}

function compileReport(name: string): Check {
  const file = join(import.meta.dirname, '..', '..', 'docs', `${name}.schema.json`);
  const ajv = new Ajv2020({ allErrors: true, strict: true });
  addFormats(ajv);
  return toCheck(ajv.compile(close(readSchema(file))));
}

/** The formats that the schemas name: ajv knows none. */
function addFormats(ajv: Pick<Ajv, 'addFormat'>): void {
  const isDate = (text: string): boolean =>
    /^\d{4}-\d\d-\d\d$/u.test(text) && new Date(`${text}T00:00:00Z`).toJSON().startsWith(text);
  ajv.addFormat('date', isDate);
  ajv.addFormat('date-time', (text: string) => {
    const [day = '', time = ''] = text.split('T');
    return isDate(day) && /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/u.test(time);
  });
  ajv.addFormat('uri', (text: string) => /^[a-z][a-z\d+.-]*:[!-~]*$/iu.test(text) && URL.canParse(text));
  ajv.addFormat(
    'uri-reference',
    (text: string) => /^[!-~]*$/u.test(text) && URL.canParse(text, 'https://example.com/'),
  );
}

function readSchema(file: string): AnySchemaObject {
  return v.parse(record, JSON.parse(readFileSync(file, 'utf8')));
}

function toCheck(validate: ValidateFunction): Check {
  return (document) => {
    validate(document);
    return (validate.errors ?? []).map(
      ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

/** Forbids other properties wherever a schema says which are required: in objects, not in conditions. */
function close(schema: AnySchemaObject): AnySchemaObject {
  const closed = Object.entries(schema).map(([key, value]): [string, unknown] => [
    key,
    Array.isArray(value) ? value.map(closeAny) : closeAny(value),
  ]);
  const isObject = 'properties' in schema && 'required' in schema;
  return { ...Object.fromEntries(closed), ...(isObject ? { additionalProperties: false } : {}) };
}

function closeAny(value: unknown): unknown {
  return v.is(record, value) && !Array.isArray(value) ? close(value) : value;
}
