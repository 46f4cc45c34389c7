import type { Language } from '../../../foundation/contract/text/languages.ts';
import { eventTitles } from '../../../foundation/contract/wire/event-schemas.ts';
import { type Html, html } from '../../../foundation/page/html.ts';
import { addressOf, keyField, renderShell } from '../render-shell.ts';
import type { EventEntry, Reference } from './read-reference.ts';
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

/** What all operations have in common. */
function basics(
  { language, say, heading, sentence, errors }: ReferenceWriter,
  reference: Reference,
): Html {
  const request = { language, side: 'request' } as const;
  const reply = { language, side: 'reply' } as const;
  return html`<section>
${heading('requests')}${sentence('requestHeaders')}
${renderHeaders(reference.requestHeaders, request)}
</section>
<section>
${heading('replies')}${sentence('replyFields')}
${renderFields(reference.envelope, reply)}
${sentence('replyHeaders')}${renderHeaders(reference.replyHeaders, reply)}
</section>
<section>
${heading('errors')}${sentence('errorFields')}
${renderFields(reference.errorResponse, reply)}
${reference.errors.map((shared) => {
  const title = say('errorsOf').replace('{group}', say(`errors_${shared.group}`));
  return html`<h3 id="errors/${shared.group}">${title}</h3>
${errors(shared.errors)}`;
})}
</section>
`;
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
