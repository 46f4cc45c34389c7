import {
  ApiError,
  type Detail,
  errorTable,
  type Reason,
} from '../../src/foundation/contract/errors/errors.ts';
import { exampleOf } from '../../src/foundation/contract/openapi/openapi-example.ts';
import type { Operation } from '../../src/foundation/contract/operations/operations.ts';
import type { Language } from '../../src/foundation/contract/text/languages.ts';
import { problems } from '../../src/foundation/contract/text/problems.ts';
import { docBaseOf, errorBody } from '../../src/foundation/contract/wire/envelope.ts';
import { type EventType, exampleEvent } from '../../src/foundation/contract/wire/event-schemas.ts';
import { exampleUrl } from '../../src/surfaces/docs/doc-page.ts';
import { requestSamples } from '../../src/surfaces/docs/request-samples.ts';
import { guideFacts } from './guide-facts.ts';

const marker = /<!-- generated: (.*?) -->\n[\s\S]*?<!-- end -->/g;

/**
 * Rewrites a guide's generated parts, between `<!-- generated: … -->` and `<!-- end -->`. The words
 * after the colon select one: the name of a table; `request` with an operation, its body and
 * additional headers; `reply` with an operation; `event` with its type; or `error` with a reason
 * and the invalid fields. Requests ask for the guide's language, and replies are in it.
 */
export function fillGuide(text: string, language: Language): string {
  return text.replaceAll(
    marker,
    (_, words: string) =>
      `<!-- generated: ${words} -->\n\n${partFor(words, language)}\n\n<!-- end -->`,
  );
}

function partFor(words: string, language: Language): string {
  const [, kind = '', name = '', rest = ''] = /^(\w+)(?: ([\w.]+))?(?: (.+))?$/.exec(words) ?? [];
  switch (kind) {
    case 'request': {
      const [body, headers] = JSON.parse(`[${rest.replaceAll(/\} \{/g, '}, {')}]`);
      const samples = requestSamples({
        url: `${exampleUrl}/api/v1/${name}`,
        body: body ?? docsOf(name).requestExample,
        ...{ language, headers },
      });
      return samples.map((one) => `\`\`\`${one.language}\n${one.text}\n\`\`\``).join('\n\n');
    }
    case 'reply':
      return jsonBlock(docsOf(name, language).replyExample);
    case 'event':
      return jsonBlock(exampleEvent(name as EventType));
    case 'error':
      return jsonBlock(errorExample(name, rest.split(' ').filter(Boolean), language));
    default: {
      const fact = guideFacts[kind];
      if (!fact) throw new Error(`A guide asks for ${words}, which nobody knows.`);
      return fact(language);
    }
  }
}

function docsOf(name: string, language?: Language) {
  const docs = exampleOf(name as Operation, language);
  if (!docs) throw new Error(`A guide asks for the operation ${name}, which there is not.`);
  return docs;
}

function errorExample(reason: string, fields: readonly string[], language: Language) {
  if (!(reason in errorTable)) throw new Error(`A guide asks for the error ${reason}.`);
  const details: Detail[] = fields.map((pair) => {
    const [field = '', problem = ''] = pair.split('=');
    return { field, problem: problems[problem as keyof typeof problems] } as Detail;
  });
  const error = new ApiError(reason as Reason, details.length > 0 ? { details } : {});
  const requestId = String(exampleOf('sms_code').replyExample.requestId);
  return errorBody(error, { requestId, language, docBase: docBaseOf(exampleUrl) });
}

function jsonBlock(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
