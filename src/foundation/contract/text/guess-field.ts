/** Other platforms' names for our fields, in the form that `plain` returns. */
const otherNames: Readonly<Record<string, string>> = {
  mobile:
    'phone phoneno phonenumber phonenum mobileno mobilenumber mobilephone tel telephone cell ' +
    'cellphone msisdn to recipient number 手机 手机号 手机号码',
  code: 'verifycode verificationcode verifycodes vcode smscode captcha otp pin passcode 验证码',
  content: 'text message msg body sms 内容',
  name: 'realname fullname username personname truename 姓名',
  cardNo:
    'idcard idno idnum idnumber idcardno idcardnum idcardnumber cardnum cardnumber cardid certno ' +
    'identityno identitycard identitynumber 身份证 身份证号',
  authToken: 'token checktoken',
  requestId: 'id callid messageid msgid',
  from: 'start startdate startday begin begindate datefrom fromdate since',
  to: 'end enddate endday until dateto todate',
};

/** A longer name is not a typo. */
const longestName = 40;
const maxNames = 50;

/**
 * Guesses which of the body's names stands for a missing field: a synonym, another spelling, or a typo. Names
 * that the operation knows are not candidates.
 */
export function guessField(
  missing: string,
  body: Readonly<Record<string, unknown>>,
  known: readonly string[],
): string | undefined {
  const others = new Set(otherNames[missing]?.split(' '));
  const wanted = plain(missing);
  const slips = wanted.length > 4 ? 2 : wanted.length > 2 ? 1 : 0;
  return Object.keys(body)
    .slice(0, maxNames)
    .filter((name) => name.length <= longestName && !known.includes(name))
    .find((name) => others.has(plain(name)) || distance(plain(name), wanted) <= slips);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** Edit distance: letters inserted, deleted, replaced, or swapped with their neighbour. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + (isSame ? 0 : 1),
        isSwap ? (before[j - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return row[b.length] as number;
}
