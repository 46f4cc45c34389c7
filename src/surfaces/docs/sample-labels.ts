/** The languages in which a request is shown side by side, by the name after the fence. */
export const sampleLabels: Readonly<Record<string, string>> = {
  sh: 'curl',
  js: 'Node.js',
  python: 'Python',
  java: 'Java',
  php: 'PHP',
  go: 'Go',
};

/** What a block of code is called that stands alone. */
export const loneLabels: Readonly<Record<string, string>> = {
  ...sampleLabels,
  sh: 'Shell',
  json: 'JSON',
  text: 'Text',
  html: 'HTML',
};
