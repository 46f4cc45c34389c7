/** The texts of the health screen. */
export const en = {
  title: 'Health',
  aside: 'The checks that the doctor command runs.',
  good: 'All checks passed',
  bad_one: '{count} check needs attention',
  bad_other: '{count} checks need attention',
  passed: 'Passed',
  failed: 'Needs attention',
  again: 'Run again',
  runbook: 'What to do',
};
