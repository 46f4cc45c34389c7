import { type Html, html } from '../../../foundation/page/html.ts';
import { renderSamples } from '../render-blocks.ts';
import { requestSamples } from '../request-samples.ts';
import type { Form, OperationEntry } from './read-reference.ts';
import type { ReferenceText } from './reference-texts.ts';
import type { ReferenceWriter } from './reference-writer.ts';
import { renderFields } from './render-fields.ts';

/** One operation: its description, and for each variant the fields with an example next to them. */
export function renderOperation(
  writer: ReferenceWriter,
  operation: OperationEntry,
  baseUrl: string,
): Html {
  const { id, path, summary, description, forms, errors, sharedErrors } = operation;
  const { language } = writer;
  const [onlyForm] = forms.length === 1 ? forms : [];
  return html`<section class="operation">
<h3 id="${id}">${summary}${writer.anchor(id, summary)}</h3>
<p class="path"><strong>POST</strong> <code>${path}</code> ${onlyForm && renderCost(writer, onlyForm)}</p>
${writer.description(description)}
${forms.map(
  (form) => html`<div class="form">
<div>
${!onlyForm && renderFormTitle(writer, form, id)}
${renderForm(writer, form, onlyForm !== undefined)}
</div>
<div class="examples">
${renderSamples(requestSamples({ url: baseUrl + path, body: form.requestExample, language }), writer.samplesLabel)}
${writer.json(form.replyExample, `${writer.say('reply')} 201`)}
</div>
</div>
`,
)}
<h4>${writer.say('errors')}</h4>
${errors.length > 0 && writer.errors(errors)}
${writer.sharedErrors(sharedErrors)}
</section>
`;
}

function renderCost({ say }: ReferenceWriter, { isFree }: Form): Html {
  return html`<span class="cost">${say(isFree ? 'free' : 'charged')}</span>`;
}

/** The first variant uses the operation's own anchor. */
function renderFormTitle(writer: ReferenceWriter, form: Form, operationId: string): Html {
  const id = form.id !== operationId && html` id="${form.id}"`;
  return html`<h4${id}>${form.summary}</h4>
<p>${renderCost(writer, form)}</p>`;
}

function renderForm(writer: ReferenceWriter, form: Form, isOnly: boolean): Html {
  const { language, say, sentence } = writer;
  const { request, requestExample, reply } = form;
  const title = (name: ReferenceText) =>
    isOnly ? html`<h4>${say(name)}</h4>` : html`<h5>${say(name)}</h5>`;
  const about = request.description && writer.description(request.description);
  const isEmpty = Object.keys(request.properties ?? {}).length === 0;
  const fields = html`${about}${renderFields(request, { language, side: 'request', shown: requestExample })}`;
  return html`${title('request')}
${isEmpty ? sentence('noFields') : fields}
${title('reply')}
${renderFields(reply, { language, side: 'reply' })}
${sentence('otherFields')}`;
}
