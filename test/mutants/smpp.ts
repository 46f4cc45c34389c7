import type { Mutant } from './mutant.ts';

const pduTests = ['src/vendors/smpp/pdu.test.ts'];
const smppConnection = 'src/vendors/smpp/smpp-connection.ts';
const smppSessionTests = ['src/vendors/smpp/smpp-session.test.ts'];
const smppLink = 'src/vendors/smpp/smpp-link.ts';
const smppSession = 'src/vendors/smpp/smpp-session.ts';
const splitText = 'src/vendors/smpp/split-text.ts';
const splitTextTests = ['src/vendors/smpp/split-text.test.ts'];
const sendMessage = 'src/vendors/adapters/smpp/send-message.ts';
const smppTests = ['src/vendors/adapters/smpp/smpp.test.ts'];
const readReceipt = 'src/vendors/adapters/smpp/read-receipt.ts';
const readReceiptTests = ['src/vendors/adapters/smpp/read-receipt.test.ts'];
const queryMessage = 'src/vendors/adapters/smpp/query-message.ts';
const smpp = 'src/vendors/adapters/smpp/smpp.ts';
const receiptTaker = 'src/vendors/adapters/smpp/receipt-taker.ts';

/** The carriers’ own protocol. */
export const smppMutants: readonly Mutant[] = [
  {
    file: 'src/vendors/smpp/pdu.ts',
    find: 'if (length < headerLength || length > longestPdu) {',
    replace: 'if (length < headerLength) {',
    breaks: 'What says that it is longer than any unit is not waited for.',
    tests: pduTests,
  },
  {
    file: 'src/vendors/smpp/pdu-body.ts',
    find: "if (end > this.#body.length) throw new MalformedPdu('a body that ends too early');",
    replace: '',
    breaks: 'A body that ends too early is no unit.',
    tests: pduTests,
  },
  {
    file: smppConnection,
    find: '      pdu.command === answerTo(asked.command) ||\n',
    replace: '      pdu.command !== commands.genericNack ||\n',
    breaks: 'An answer to something else is none to what was asked.',
    tests: smppSessionTests,
  },
  {
    file: smppConnection,
    find: '      (pdu.command === commands.genericNack && pdu.status !== 0);',
    replace: '      false;',
    breaks: 'A vendor that says by a nack that it took nothing is believed.',
    tests: smppSessionTests,
  },
  {
    file: smppConnection,
    find: '    else if (pdu.command === commands.enquireLink) this.#answer(pdu, 0, nothing);\n',
    replace: '    else if (pdu.command === commands.enquireLink) return;\n',
    breaks: 'A vendor that asks whether we are there is answered.',
    tests: smppSessionTests,
  },
  {
    file: smppConnection,
    find: "      reject(new NoAnswer('no answer in time'));",
    replace: "      reject(new NotSent('no answer in time'));",
    breaks: 'A unit that left and was not answered in time may have arrived.',
    tests: smppSessionTests,
  },
  {
    file: smppConnection,
    find: 'reject(new NoAnswer(fault.message));',
    replace: 'reject(new NotSent(fault.message));',
    breaks: 'A unit that left on a connection which was lost may have arrived.',
    tests: smppSessionTests,
  },
  {
    file: smppConnection,
    find: '    this.#window = Math.max(1, this.#window / 2);\n',
    replace: '',
    breaks: 'A vendor that cannot follow is given less at once.',
    tests: smppSessionTests,
  },
  {
    file: smppConnection,
    find: 'if (status === 0) this.#window = Math.min(window, this.#window + 1 / this.#window);',
    replace: 'if (status === 0) this.#window = Math.max(this.#window, 1);',
    breaks: 'A window that was made smaller grows again.',
    tests: smppSessionTests,
  },
  {
    file: smppConnection,
    find: 'return Math.floor(this.#window) - this.#inFlight;',
    replace: 'return Math.floor(this.#window);',
    breaks: 'No more units are without an answer than the vendor allows.',
    tests: smppSessionTests,
  },
  {
    file: smppConnection,
    find: '    await Promise.race([Promise.allSettled(this.#delivering), passed(closeMs)]);\n    if (this.#isBound',
    replace: '    if (this.#isBound',
    breaks: 'Whoever stops answers first for the receipts that he has stored.',
    tests: smppSessionTests,
  },
  {
    file: smppConnection,
    find: '.catch(() => tryAgain)',
    replace: '.catch(() => 0)',
    breaks: 'A receipt that could not be taken is not acknowledged.',
    tests: smppSessionTests,
  },
  {
    file: smppConnection,
    find: 'await this.#ask(commands.enquireLink, nothing).catch((fault) => this.#end(fault));',
    replace: 'await this.#ask(commands.enquireLink, nothing).catch(() => {});',
    breaks: 'A bind that no longer answers is given up and opened anew.',
    tests: smppSessionTests,
  },
  {
    file: smppConnection,
    find: "if (!this.#isBound) this.#end(new Error('no bind in time'));",
    replace: 'if (!this.#isBound) return;',
    breaks: 'A vendor that does not answer a bind is not waited for without end.',
    tests: smppSessionTests,
  },
  {
    file: smppLink,
    find: 'const pauseMs = fault instanceof BindRefused ? Math.max(refusedPauseMs, doubled) : doubled;',
    replace: 'const pauseMs = doubled;',
    breaks: 'A vendor that refuses the password is not asked again at once.',
    tests: smppSessionTests,
  },
  {
    file: smppLink,
    find: 'firstPauseMs * 2 ** Math.min(this.#tries - 1, 10)',
    replace: 'firstPauseMs',
    breaks: 'A vendor that is away is looked for more and more rarely.',
    tests: smppSessionTests,
  },
  {
    file: smppLink,
    find: 'if (!isFirst) this.#fault = fault;',
    replace: 'this.#fault = fault;',
    breaks: 'A bind that was just lost is looked for before its provider is called away.',
    tests: smppSessionTests,
  },
  {
    file: smppSession,
    find: 'if (!fault || senders.some((link) => !link.fault)) return;',
    replace: 'if (!fault) return;',
    breaks: 'As long as one bind may carry it, a message waits for a place.',
    tests: smppSessionTests,
  },
  {
    file: smppSession,
    find: 'if (link.isSender && link.free > (best?.free ?? 0)) best = link;',
    replace: 'if (link.free > (best?.free ?? 0)) best = link;',
    breaks: 'No message is sent over a bind that only receives.',
    tests: smppSessionTests,
  },
  {
    file: smppSession,
    find: '      this.#jobs.delete(job);\n      job.onLeave();\n',
    replace: '      this.#jobs.delete(job);\n',
    breaks: 'Whoever gives up knows whether the message has left.',
    tests: smppSessionTests,
  },
  {
    file: smppSession,
    find: "    signal?.addEventListener('abort', late, { once: true });\n",
    replace: '',
    breaks: 'A message that was given up in the queue never leaves.',
    tests: smppSessionTests,
  },
  {
    file: splitText,
    find: '[...text].map((char) =>',
    replace: "text.split('').map((char) =>",
    breaks: 'No part cuts a character in two.',
    tests: splitTextTests,
  },
  {
    file: splitText,
    find: 'const gsm7 = { dataCoding: 0, alone: 160, joined: 153 };',
    replace: 'const gsm7 = { dataCoding: 0, alone: 160, joined: 160 };',
    breaks: 'A part leaves room for its header.',
    tests: splitTextTests,
  },
  {
    file: splitText,
    find: '    while (taken.has(this.#last));',
    replace: '    while (taken.size > 255);',
    breaks: 'Two long messages under way to one number have different references.',
    tests: splitTextTests,
  },
  {
    file: sendMessage,
    find: "return { ...next, kind: 'unknown', detail:",
    replace: 'return { ...next, detail:',
    breaks: 'A message that was sent in part is given to nobody else.',
    tests: smppTests,
  },
  {
    file: sendMessage,
    find: "if (outcome.kind !== 'unavailable' || tries === mostTries) return outcome;",
    replace: "if (outcome.kind !== 'unavailable' || tries > 0) return outcome;",
    breaks: 'A later part that was not taken is tried again.',
    tests: smppTests,
  },
  {
    file: sendMessage,
    find: '    if (reference !== undefined) references.giveBack(destination, reference);\n',
    replace: '',
    breaks: 'The reference of a message that is over can be used again.',
    tests: smppTests,
  },
  {
    file: sendMessage,
    find: "reject(hasLeft() ? new NoAnswer('no answer in time') : new NotSent('no bind was free in time'));",
    replace: "reject(new NotSent('no bind was free in time'));",
    breaks: 'A message that left before it was given up is unknown.',
    tests: smppTests,
  },
  {
    file: sendMessage,
    find: "if (!providerRef) return failureByCode({}, code, 'an answer without an id');",
    replace: '',
    breaks: 'A message that was taken without an id is no plain success.',
    tests: smppTests,
  },
  {
    file: readReceipt,
    find: 'return receiptKinds.has(kindOf(esmClass)) || options.has(receiptedMessageId);',
    replace: 'return receiptKinds.has(kindOf(esmClass)) || esmClass >= 0;',
    breaks: 'A message that a person has written is no receipt, however it reads.',
    tests: readReceiptTests,
  },
  {
    file: readReceipt,
    find: "if (idForm === 'hexToDecimal') return isHex(id) ?",
    replace: "if (idForm === 'hexToDecimal') return id === '' ?",
    breaks: 'An id that a vendor writes in two ways names one message.',
    tests: readReceiptTests,
  },
  {
    file: readReceipt,
    find: 'const at = new Date(ms - utcOffsetMinutes * 60_000);',
    replace: 'const at = new Date(ms + utcOffsetMinutes * 60_000);',
    breaks: 'The time of a receipt is of the zone that the operator names.',
    tests: readReceiptTests,
  },
  {
    file: readReceipt,
    find: 'options.get(messageState)?.[0]',
    replace: 'options.get(networkErrorCode)?.[0]',
    breaks: 'The state of a receipt stands in its own parameter before its words.',
    tests: readReceiptTests,
  },
  {
    file: queryMessage,
    find: "state: vendorCode === 'UNKNOWN' ? 'unknown' : state,",
    replace: 'state,',
    breaks: 'A vendor that does not know a message proves nothing.',
    tests: smppTests,
  },
  {
    file: queryMessage,
    find: "  'rejected',\n  'undelivered',\n  'expired',\n  'unknown',\n  'sent',\n  'delivered',",
    replace:
      "  'delivered',\n  'rejected',\n  'undelivered',\n  'expired',\n  'unknown',\n  'sent',",
    breaks: 'A message is where its worst part is.',
    tests: smppTests,
  },
  {
    file: smpp,
    find: "const each: BindKind[] = takesReceipts ? kinds[bind] : ['transmitter'];",
    replace: 'const each: BindKind[] = kinds[bind];',
    breaks: 'Whoever cannot take receipts draws none to himself.',
    tests: smppTests,
  },
  {
    file: smpp,
    find: '(outcome) => signal.aborted && tellLate(tools, send, outcome),',
    replace: '(outcome) => outcome,',
    breaks: 'An answer that comes when nobody waits any more is told to the resolver.',
    tests: smppTests,
  },
  {
    file: smpp,
    find: '    if (!isReceipt(deliver)) return taken;\n',
    replace: '',
    breaks: 'What phones send is taken, and means nothing to us.',
    tests: smppTests,
  },
  {
    file: receiptTaker,
    find: '      return notNow;',
    replace: '      return taken;',
    breaks: 'A receipt that could not be stored is said again.',
    tests: smppTests,
  },
  {
    file: receiptTaker,
    find: '      const batch = this.#waiting.splice(0, mostAtOnce);\n      const status = await this.#hand(batch.map(({ receipt }) => receipt));\n      for (const { answer } of batch) answer(status);',
    replace:
      '      const batch = this.#waiting.splice(0, mostAtOnce);\n      for (const { answer } of batch) answer(taken);\n      await this.#hand(batch.map(({ receipt }) => receipt));',
    breaks: 'A receipt is answered only when it is stored.',
    tests: smppTests,
  },
  {
    file: 'src/vendors/smpp/units.ts',
    find: 'const registeredDelivery = 1;',
    replace: 'const registeredDelivery = 0;',
    breaks: 'Every message asks for its receipt.',
    tests: smppTests,
  },
  {
    file: splitText,
    find: '    taken?.delete(reference);\n',
    replace: '',
    breaks: 'A number gets more than 256 long messages over its life.',
    tests: splitTextTests,
  },
];
