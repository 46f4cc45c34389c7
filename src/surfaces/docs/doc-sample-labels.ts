/** The languages of sample tabs, by the name after the code fence. */
export const sampleLabels: Readonly<Record<string, string>> = {
  sh: 'curl',
  js: 'Node.js',
  python: 'Python',
  java: 'Java',
  php: 'PHP',
  go: 'Go',
};

/** The labels of code blocks that stand alone. */
export const loneLabels: Readonly<Record<string, string>> = {
  ...sampleLabels,
  sh: 'Shell',
  json: 'JSON',
  text: 'Text',
  html: 'HTML',
};
