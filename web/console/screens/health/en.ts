/** The texts of the health screen. */
export const en = {
  title: 'Health',
  aside: 'Also available as countersign doctor',
  good: 'All checks passed',
  bad_one: '{count} check needs attention',
  bad_other: '{count} checks need attention',
  advised_one: 'No check failed · {count} recommendation',
  advised_other: 'No check failed · {count} recommendations',
  passedChecks_one: '{count} check passed',
  passedChecks_other: '{count} checks passed',
  passed: 'Passed',
  failed: 'Needs attention',
  advice: 'Recommended',
  again: 'Run again',
  open: 'Open {screen}',
  runbook: 'Open the runbook',
};
