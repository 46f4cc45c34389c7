/** The text of an email may begin with the line `Subject: …`, which is then its subject. */
export function splitSubject(text: string): { subject?: string; body: string } {
  const [, subject, body = ''] = /^Subject: ([^\n]+)\n+(.*)$/s.exec(text) ?? [];
  return subject === undefined ? { body: text } : { subject, body };
}
