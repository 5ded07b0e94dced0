// Uses an OpenAPI description: finds the operation of a request, and what is wrong with a request or an answer.
import { Ajv, type AnySchemaObject, type ErrorObject } from 'ajv';
import { fieldOf, itemsOf, textOf } from './json.ts';

/** One method of one path. */
export interface Operation {
  /** `pulls/list-files`, as the description names it. */
  readonly id: string;
  /** It is in lower case. */
  readonly method: string;
  /** It has its parameters in braces. */
  readonly template: string;
  readonly content: unknown;
}

export interface MatchedOperation {
  readonly operation: Operation;
  /** The parameters in the path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
}

export interface DescribedRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed; undefined: none was sent. */
  readonly body: unknown;
}

/** Where a fault is: `/path/…`, `/query/…`, `/body/…` in a request, a place in the body in an answer. */
export type Fault = Pick<ErrorObject, 'keyword' | 'instancePath' | 'message' | 'params'>;

/** Checks of formats by their name. */
export type Formats = Readonly<Record<string, (value: string) => boolean>>;

type JsonObject = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => readonly Fault[];
type Compile = (schema: unknown) => Check;

const NAME = 'description';

/** A description, ready to check with. Validators are compiled at their first use, one for each operation and status. */
export class OpenApi {
  readonly #document: JsonObject;
  readonly #routes: readonly Route[];
  readonly #compile: Compile;
  readonly #checks = new Map<string, Check>();
  readonly #resolved = new Map<string, unknown>();

  /** Takes the parsed document, which is copied. */
  constructor(document: JsonObject, formats: Formats = {}) {
    // References that name the document can be followed from a schema that is taken out of it.
    const text = JSON.stringify(document).replaceAll('"$ref":"#/', `"$ref":"${NAME}#/`);
    this.#document = JSON.parse(text) as JsonObject;
    this.#routes = readRoutes(this.#document);
    this.#compile = createCompiler(this.#document, formats);
  }

  /** The operation of a method and a path without query; undefined: there is none. The most specific template wins. */
  match(method: string, path: string): MatchedOperation | undefined {
    return matchRoute(this.#routes, method.toLowerCase(), path);
  }

  /** Everything wrong with a request; empty: nothing. */
  requestFaults(operation: Operation, request: DescribedRequest): readonly Fault[] {
    const { params, query, body } = request;
    return [
      ...this.#bodyCheck(operation)(body === undefined ? {} : { body }),
      ...this.#paramsCheck(operation)({ path: params, query: toFields(query) }),
    ];
  }

  /** Everything wrong with an answer; empty: nothing, or the description does not say what belongs to this status. */
  responseFaults(operation: Operation, status: number, body: unknown): readonly Fault[] {
    return this.#responseCheck(operation, status)(body ?? null);
  }

  /** The schema of the body of a request; undefined: it has none. */
  bodySchema({ content }: Operation): unknown {
    return jsonSchema(this.resolve(fieldOf(content, 'requestBody')));
  }

  /** The schema of the body of an answer; undefined: it has none. */
  responseSchema({ content }: Operation, status: number): unknown {
    return jsonSchema(this.resolve(responseOf(content, status)));
  }

  /** What a reference stands for; anything else is returned as it is. */
  resolve(value: unknown): unknown {
    const reference = textOf(value, '$ref');
    if (!reference?.startsWith(`${NAME}#/`)) return value;
    if (!this.#resolved.has(reference)) this.#resolved.set(reference, this.#find(reference));
    return this.#resolved.get(reference);
  }

  #find(reference: string): unknown {
    const steps = reference.slice(`${NAME}#/`.length).split('/');
    return this.resolve(steps.reduce<unknown>(fieldOf, this.#document));
  }

  #bodyCheck(operation: Operation): Check {
    return this.#checkOf(`${operation.id} body`, () => {
      const isRequired = fieldOf(fieldOf(operation.content, 'requestBody'), 'required') === true;
      const schema = this.bodySchema(operation);
      return this.#compile({
        type: 'object',
        properties: schema === undefined ? {} : { body: schema },
        required: isRequired ? ['body'] : [],
      });
    });
  }

  #paramsCheck({ id, content }: Operation): Check {
    return this.#checkOf(`${id} params`, () => {
      const parameters = itemsOf(content, 'parameters').map((item) => this.resolve(item));
      const check = this.#compile(toParamsSchema(parameters));
      const typed = parameters.map((parameter) => ({
        place: textOf(parameter, 'in'),
        name: textOf(parameter, 'name'),
        type: textOf(this.resolve(fieldOf(parameter, 'schema')), 'type'),
      }));
      return (texts) => check(readValues(texts as Texts, typed));
    });
  }

  #responseCheck(operation: Operation, status: number): Check {
    return this.#checkOf(`${operation.id} ${status}`, () => {
      const response = this.resolve(responseOf(operation.content, status));
      if (response === undefined) return () => [];
      const hasBody = fieldOf(response, 'content') !== undefined;
      return this.#compile(hasBody ? jsonSchema(response) : { type: 'null' });
    });
  }

  #checkOf(key: string, create: () => Check): Check {
    const check = this.#checks.get(key) ?? create();
    this.#checks.set(key, check);
    return check;
  }
}

/** The answer of exactly this status, else that of its class, such as 4XX, else the default one. */
function responseOf(content: unknown, status: number): unknown {
  const responses = fieldOf(content, 'responses');
  return [String(status), `${Math.trunc(status / 100)}XX`, 'default']
    .map((name) => fieldOf(responses, name))
    .find((response) => response !== undefined);
}

function jsonSchema(holder: unknown): unknown {
  return fieldOf(fieldOf(fieldOf(holder, 'content'), 'application/json'), 'schema');
}

function createCompiler(document: JsonObject, formats: Formats): Compile {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    logger: false,
    // A test checks the schemas of a description; checking them here would take as long as compiling them.
    meta: false,
    validateSchema: false,
    // To shorten the code that is made, or to make that of a schema again wherever it is used, takes longer than to run it.
    code: { optimize: false },
    inlineRefs: false,
  });
  for (const [name, isValid] of Object.entries(formats)) ajv.addFormat(name, isValid);
  ajv.addSchema(document, NAME);
  return (schema) => {
    const validate = ajv.compile(schema as AnySchemaObject);
    return (value) => (validate(value) ? [] : (validate.errors ?? []));
  };
}

function toParamsSchema(parameters: readonly unknown[]): JsonObject {
  const schemaOf = (place: string): JsonObject => {
    const here = parameters.filter((parameter) => fieldOf(parameter, 'in') === place);
    const required = here.filter((parameter) => fieldOf(parameter, 'required') === true);
    return {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        here.map((parameter) => [textOf(parameter, 'name'), fieldOf(parameter, 'schema')]),
      ),
      required: required.map((parameter) => textOf(parameter, 'name')),
    };
  };
  return { type: 'object', properties: { path: schemaOf('path'), query: schemaOf('query') } };
}

/** The parameters of a request as they were sent, by place and name. */
type Texts = Readonly<Record<string, Readonly<Record<string, string | string[]>>>>;

interface TypedParam {
  readonly place: string | undefined;
  readonly name: string | undefined;
  readonly type: string | undefined;
}

/** Ajv would also take ` 5`, `+5` and `1e3` for numbers. */
function readValues(texts: Texts, params: readonly TypedParam[]): JsonObject {
  const read = (place: string, [name, text]: readonly [string, string | string[]]): unknown => {
    const param = params.find((each) => each.place === place && each.name === name);
    return typeof text === 'string' ? readValue(text, param?.type) : text;
  };
  return Object.fromEntries(
    Object.entries(texts).map(([place, fields]) => [
      place,
      Object.fromEntries(Object.entries(fields).map((field) => [field[0], read(place, field)])),
    ]),
  );
}

function readValue(text: string, type: string | undefined): unknown {
  const isNumber = type === 'integer' || type === 'number';
  if (isNumber && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return Number(text);
  return type === 'boolean' && /^(?:true|false)$/.test(text) ? text === 'true' : text;
}

/** A parameter that is given once is a text, else a list. */
function toFields(query: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

interface Route {
  readonly operation: Operation;
  readonly parts: readonly string[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The most specific first. */
function readRoutes(document: JsonObject): readonly Route[] {
  const paths = Object.entries(fieldOf(document, 'paths') as Record<string, unknown>);
  const fixedLength = ({ operation: { template } }: Route): number => template.replaceAll(/\{[^{}]*\}/g, '').length;
  return paths
    .flatMap(([template, item]) =>
      METHODS.flatMap((method): Route[] => {
        const content = fieldOf(item, method);
        const id = textOf(content, 'operationId');
        if (id === undefined) return [];
        return [{ operation: { id, method, template, content }, parts: template.split('/') }];
      }),
    )
    .sort((a, b) => fixedLength(b) - fixedLength(a));
}

function matchRoute(routes: readonly Route[], method: string, path: string): MatchedOperation | undefined {
  const given = path.split('/');
  const route = routes.find(
    ({ operation, parts }) =>
      operation.method === method &&
      parts.length === given.length &&
      parts.every((part, index) => (isParam(part) ? given[index] !== '' : part === given[index])),
  );
  if (route === undefined) return undefined;
  const params = route.parts.flatMap((part, index) =>
    isParam(part) ? [[part.slice(1, -1), decodeURIComponent(given[index] ?? '')]] : [],
  );
  return {
    operation: route.operation,
    params: Object.fromEntries(params) as MatchedOperation['params'],
  };
}

function isParam(part: string): boolean {
  return part.startsWith('{');
}
