import type { Language } from '../../../foundation/contract/text/languages.ts';
import { eventTitles } from '../../../foundation/contract/wire/event-schemas.ts';
import { type Html, html } from '../../../foundation/page/html.ts';
import { renderSamples } from '../render-blocks.ts';
import { addressOf, keyField, renderShell } from '../render-shell.ts';
import { requestSamples } from '../request-samples.ts';
import type { EventEntry, Reference, Schema } from './read-reference.ts';
import { createReferenceWriter, type ReferenceWriter } from './reference-writer.ts';
import { renderFields, renderHeaders } from './render-fields.ts';
import { renderOperation } from './render-operation.ts';
import { renderReferenceNavigation } from './render-reference-navigation.ts';

interface ReferenceFrame {
  language: Language;
  basePath: string;
  url(file: string): string;
}

/** The whole reference on one page, so that the browser's own search finds every field. */
export function renderReference(reference: Reference, frame: ReferenceFrame): string {
  const { language, basePath } = frame;
  const writer = createReferenceWriter(language, basePath);
  const groups = reference.groups.map(
    ({ id, name, description, operations }) => html`<section>
<h2 id="${id}">${name}${writer.anchor(id, name)}</h2>
${writer.description(description)}
${operations.map((operation) => renderOperation(writer, operation, reference.baseUrl))}
</section>
`,
  );
  return renderShell({
    ...{ ...frame, path: 'reference', title: writer.say('title') },
    summary: reference.about.split('\n', 1)[0] ?? '',
    columns: html`<div class="columns reference">
${renderReferenceNavigation(reference, language, addressOf({ language, path: '' }, basePath))}
<main id="main" tabindex="-1">
<article>
${introduction(writer, reference, basePath)}
${basics(writer, reference)}
${groups}
${events(writer, reference)}
${models(writer, reference)}
</article>
</main>
</div>`,
  });
}

function introduction(
  { say, docText, description }: ReferenceWriter,
  { about, baseUrl }: Reference,
  basePath: string,
): Html {
  return html`<h1>${say('title')}</h1>
${description(about)}
<p>${say('baseUrl')} <code>${baseUrl}</code> · OpenAPI 3.1
<a href="${basePath}/openapi.json">JSON</a> <a href="${basePath}/openapi.yaml">YAML</a></p>
${keyField(docText)}`;
}

/** What all operations have in common, each part with one call as its example. */
function basics(writer: ReferenceWriter, reference: Reference): Html {
  const { language, say, heading, sentence, errors } = writer;
  const request = { language, side: 'request' } as const;
  const reply = { language, side: 'reply' } as const;
  const operations = reference.groups.flatMap((group) => group.operations);
  const { path, forms } = operations.find(({ id }) => id === 'sms_code') ?? {};
  const [form] = forms ?? [];
  const url = `${reference.baseUrl}${path}`;
  const samples = requestSamples({
    ...{ url, body: form?.requestExample ?? {}, language },
    headers: { 'idempotency-key': 'NEW_UUID' },
  });
  const failure = exampleOf(reference.errorResponse);
  const beside = (text: readonly Html[], example: Html) => html`<div class="form">
<div>${text}</div>
<div class="examples">${example}</div>
</div>
`;
  return html`<section>
${heading('requests')}${beside(
  [sentence('requestHeaders'), renderHeaders(reference.requestHeaders, request)],
  renderSamples(samples, writer.samplesLabel),
)}</section>
<section>
${heading('replies')}${beside(
  [
    ...[sentence('replyFields'), renderFields(reference.envelope, reply)],
    ...[sentence('replyHeaders'), renderHeaders(reference.replyHeaders, reply)],
  ],
  writer.json(form?.replyExample, `${say('reply')} 201`),
)}</section>
<section>
${heading('errors')}${beside(
  [sentence('errorFields'), renderFields(reference.errorResponse, reply)],
  writer.json(failure, `${say('reply')} ${String(failure.code).slice(0, 3)}`),
)}${reference.errors.map((shared) => {
  const title = say('errorsOf').replace('{group}', say(`errors_${shared.group}`));
  return html`<h3 id="errors/${shared.group}">${title}</h3>
${errors(shared.errors)}`;
})}
</section>
`;
}

/** An object with the first example of each field that has one. */
function exampleOf({ properties = {} }: Schema): Record<string, unknown> {
  const fields = Object.entries(properties).filter(([, { examples }]) => examples !== undefined);
  return Object.fromEntries(fields.map(([name, { examples = [] }]) => [name, examples[0]]));
}

function events(writer: ReferenceWriter, reference: Reference): Html {
  const { language, heading, sentence } = writer;
  const { description, headers, envelope } = reference.delivery;
  return html`<section>
${heading('events')}${writer.description(description)}
${sentence('deliveryHeaders')}
${renderHeaders(headers, { language, side: 'reply' })}
${sentence('deliveryFields')}
${renderFields(envelope, { language, side: 'reply' })}
${reference.events.map((event) => renderEvent(writer, event))}
</section>
`;
}

function renderEvent(
  { language, anchor, json, say }: ReferenceWriter,
  { type, schema, example }: EventEntry,
): Html {
  return html`<section class="operation">
<h3 id="event/${type}"><code>${type}</code>${anchor(`event/${type}`, type)}</h3>
<div class="form">
<div>
<p>${eventTitles[type][language]}</p>
${renderFields(schema, { language, side: 'reply' })}
</div>
<div class="examples">
${json(example, say('event'))}
</div>
</div>
</section>
`;
}

function models(
  { language, heading, sentence, anchor, description }: ReferenceWriter,
  reference: Reference,
): Html {
  const shown = [...reference.models].map(
    ([
      name,
      schema,
    ]) => html`<h3 id="model/${name}"><code>${name}</code>${anchor(`model/${name}`, name)}</h3>
${description(schema.description)}
${renderFields(schema, { language, side: 'reply' })}
`,
  );
  return html`<section>
${heading('models')}${sentence('modelFields')}
${shown}
</section>
`;
}
