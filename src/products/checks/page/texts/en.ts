/**
 * All texts of the check page, in English. `{asker}` is the account, `{vendor}` the provider of the check and
 * `{operator}` the platform's operator; each is named, and there is no "we". The sentences explain the other
 * placeholders. Each language is one file like this.
 */
export const en = {
  language: 'Language',
  testBar: 'TEST · No real identity is checked',
  steps: 'Steps',
  stepConsent: 'Consent',
  stepCheck: 'Face check',
  stepResult: 'Result',
  stepDone: 'done',
  runBy: 'This page is run by {operator}.',
  privacyNotice: 'Privacy notice',
  contact: 'Contact',
  withdraw: 'Withdraw consent',
  decline: 'Decline',
  anotherWay: 'Another way',
  busy: 'One moment…',
  fiveMinutes: '5 minutes left',

  consentTitle: 'Your consent',
  consentHeading: '{asker} needs to confirm it’s you',
  asksAgain:
    'You agreed before. A different provider would do the check now, so please agree again.',
  name: 'Name',
  number: 'ID number',
  nameSpoken: 'first character {start}, the rest is hidden',
  numberSpoken: 'starts with {start}, ends with {end}, the rest is hidden',
  hidden: 'hidden',
  whoHeading: 'Who receives what',
  sandbox: 'Sandbox',
  roleVendor: 'does the check',
  roleAsker: 'asks for the check',
  roleOperator: 'runs this page',
  operatorUnnamed: 'The operator of this page',
  whoVendorDays: 'Face video, name and ID number for {vendorDays} days',
  whoVendorNone: 'Face video, name and ID number, for this check only',
  whoVendor: 'Face video, name and ID number',
  oneOfThem: 'One of them does the check, whichever is available.',
  whoAsker: 'Only the result: passed or not passed',
  whoOperator: 'Name and ID number for {days} days, no video',
  whyHeading: 'Why your face is needed',
  whyText:
    'To make sure it is you, and not somebody who knows your ID number. Face data is sensitive: ' +
    'leaked or misused, it could harm your dignity, safety or property. The video goes over the ' +
    'internet to {vendor}; your name and ID number are kept encrypted. Your consent covers this ' +
    'one check only.',
  whyBrowser: 'Once you agree, a script of {collector} reads which browser and device you use.',
  choiceHeading: 'It is your choice',
  choiceWays:
    'You can use another way or decline; if you decline, {asker} decides what happens next.',
  choiceDecline: 'You can decline; {asker} then decides what happens next.',
  choiceWithdraw:
    'After agreeing you can withdraw on this page at any time; what was done before then is not ' +
    'undone. Under 14, a parent or guardian must agree.',
  rights: 'To see, copy, correct or delete your data, or to complain: {contacts}.',
  rightsContact: '{who}, {at}',
  rightsNotice: '{who}, {at}, {notice}',
  rightsJoin: '; ',
  tick:
    'I separately agree that {vendor} uses my face, name and ID number, only for this check for ' +
    '{asker}.',
  tickAbroad:
    'I separately agree that my face, name and ID number are sent to {abroad}, outside mainland ' +
    'China.',
  consentMissing: 'Tick the box to agree, or choose Decline.',
  agree: 'Agree and continue',
  usePhone: 'Use your phone instead',

  readyTitle: 'Get ready',
  readyHeading: 'Get ready for the face check',
  readyText: 'Center your face in the frame and follow the prompts.',
  lightHeading: 'Light on your face',
  lightText: 'No window or lamp behind you',
  glassesHeading: 'Glasses, hat and mask off',
  glassesText: 'Whole face visible, phone at eye level',
  minuteHeading: 'Usually under a minute',
  minuteText: 'On {vendor}’s page, then back here. Allow the camera when asked.',
  nothingSent: 'Nothing goes to {vendor} before you start.',
  start: 'Start the face check',
  readySaid: 'Consent saved.',
  scriptProblem:
    'A part of the face check that comes from {collector} could not be loaded. Check your connection, turn off blockers for this page or use another browser, and try again.',

  handoverHeading: 'Continue on your phone',
  handoverText: '{asker} needs to confirm it’s you. A phone camera usually works best.',
  scanOpen: 'Open your phone’s camera, or WeChat.',
  scanOpenWeChat: 'Open WeChat and tap Scan. Other apps cannot open this check.',
  scanOpenCamera: 'Open your phone’s camera. Do not use WeChat.',
  scanCode: 'Scan the code.',
  scanFollow: 'Follow the steps on your phone. This page updates as you go.',
  qrLabel: 'QR code of this page',
  cannotScan: 'Can’t scan?',
  copyLink: 'Copy link',
  share: 'Share',
  textLink: 'Text the link',
  textNumber: 'Your mobile number',
  textSend: 'Send',
  waitingForPhone: 'Waiting for your phone',
  validUntil: 'Link valid until {time}',
  useComputer: 'Use this computer’s camera',
  copied: 'Link copied.',
  texted: 'The message is on its way to {phone}.',
  textedBefore: 'The link was already sent to a phone.',
  textNumberWrong: 'This is not a mobile number that can receive messages.',
  textRefused: 'No message can be sent right now. Scan the code or copy the link.',

  weChatHeading: 'Open this link in WeChat',
  weChatText:
    'This face check only works in WeChat. Copy the link, send it to yourself in WeChat and open it there.',
  browserHeading: 'Open this link in your browser',
  browserText:
    'This face check does not work in WeChat. Tap ··· at the top right and choose Open in browser, or copy the link.',
  computerHeading: 'Open this link on a computer',
  computerText:
    'This face check does not work on a phone. Copy the link and open it on a computer.',
  elsewhereNothing: 'Nothing was sent to {vendor}, and no try was used.',

  connectedHeading: 'Your phone is connected',
  connectedText:
    'Continue there. This page updates as you go. When you are done, you return to {asker} on this computer.',
  connectedTextClose: 'Continue there. This page updates as you go.',
  listConnected: 'Phone connected',
  listConsenting: 'Waiting for your consent on the phone',
  listConsented: 'Consent given',
  listPreparing: 'Getting ready on the phone',
  listChecking: 'Face check at {vendor} on your phone',
  lookAtPhone: 'Look at your phone',
  notYourPhone: 'Not your phone? Stop the check.',
  showCode: 'Show the code again',
  stop: 'Stop the check',
  connectedSaid: 'Phone connected. Continue on your phone.',
  consentedSaid: 'Consent given on your phone.',
  underWayHeading: 'Face check in progress',
  underWaySaid: 'The face check has started on your phone.',
  stopHeading: 'Stop this check?',
  stopOpened: 'A phone has opened the link. The check ends there too and cannot be continued.',
  stopConsented:
    'Consent is given, and a phone has opened the link. The check ends there too and cannot be ' +
    'continued.',
  stopUnderWayHeading: 'Stop the face check?',
  stopUnderWay: 'It has started. It ends on the phone too and cannot be continued.',
  letContinue: 'Let it continue',

  doneTitle: 'Done',
  doneHeading: 'Done. Return to your computer',
  doneText: 'Your identity is confirmed.',
  doneThere: 'The page there takes you back to {asker}; you can close this one.',
  doneFailed: 'Your computer shows what you can do next.',
  returnOnPhone: 'Return to {asker} on this phone instead',

  waitingHeading: 'Waiting for the result',
  waitingText:
    '{vendor} has not given a result yet. It will appear here automatically. Not finished there? Continue the check.',
  waitingLong: 'You can close this page; the link stays valid until {time}.',
  continueCheck: 'Continue the face check',
  startOver: 'Start over',
  waitingSaid: 'Still waiting for the result.',
  showResult: 'Show the result',

  retryHeading: 'The face check timed out',
  retryText: 'It was not finished in time. You can start again. Tries left: {n}.',
  startAgain: 'Start again',

  passedHeading: 'Identity confirmed',
  passedText: '{asker} can now see the result: passed.',
  reference: 'Reference {ref}',
  returnTo: 'Return to {asker}',
  returning: 'Returning to {place} in {n} s',
  returningStay: 'Tap to stay',
  returningStayKey: 'Click or press a key to stay',
  returningSpoken:
    'This page returns to {place} automatically in half a minute. Tap or press a key to stay.',
  stays: 'You stay on this page.',
  close: 'You can close this page.',
  theApp: 'the app',
  appClosed: 'The app did not open. Please open it yourself.',
  appClosedSaved: 'The app did not open. Please open it yourself; the result is saved.',
  appAgain: 'Open the app again',

  failedTitle: 'Not confirmed',
  failedHeading: 'Your identity was not confirmed',
  failedText: '{asker} can see the result: not passed.',
  otherWays: 'Other ways',
  askAsker: 'Ask {asker} what you can do instead.',
  faceReason: 'Your face did not match the ID photo.',
  faceAdvice: 'Poor light, something covering your face or an old photo can cause this.',
  identityReason: 'The name and ID number were not found together.',
  identityAdvice: 'One of them may be wrong: please check them with {asker}.',
  livenessReason: 'A live person in front of the camera could not be confirmed.',
  livenessAdvice: 'Low light, glare or quick movements can cause this.',
  attemptsReason: 'Too many attempts.',
  attemptsAdvice: 'This check is closed. To try again, ask {asker} for a new link.',
  noReason: '{vendor} gave no further reason.',

  wayHeading: 'Another way',
  wayText: '{asker} offers these ways without a face check. The link stays valid until {time}.',
  wayOnline: 'Continue at {place}',
  wayCall: 'Call {phone}',
  backToCheck: 'Back to the face check',

  cancelledHeading: 'Check canceled',
  cancelledNothing: 'Nothing was sent to {vendor}.',
  cancelledKept:
    'There is no result; {vendor} keeps what it received for at most {vendorDays} days.',
  cancelledOpen: 'There is no result.',
  cancelledText: '{asker} can see that the check was canceled.',
  expiredHeading: 'This link has expired',
  expiredText: 'It was valid until {time}. Please ask {asker} for a new link.',
  exhaustedHeading: 'No tries left',
  usedHeading: 'This check is finished',
  usedText: 'The result is no longer shown here; {asker} can see it.',

  downHeading: 'No response from {vendor}',
  downSaved: 'Your consent is saved.',
  downAgain: 'Next try in {n} s.',
  downTrying: 'Trying now…',
  downStill: 'Still no response after {n} tries. This link works until {time}.',
  tryNow: 'Try now',
  tryAgain: 'Try again',
  downSaid: 'No response from {vendor}. Trying again automatically.',
  downStillSaid: 'Still no response.',

  offline: 'No connection. What you entered is kept.',
  noAnswer: 'The server is not responding. What you entered is kept.',
  nextTry: 'Next try in {n} s.',
  online: 'Connected again.',
  unknownHeading: 'This link is not valid',
  unknownText: 'Check that the whole address was opened, or ask the sender for a new link.',
  faultHeading: 'This page cannot be shown right now',
  faultText: 'Please try again in a moment.',
  reload: 'Reload',
  noScript:
    'Scripts are off in this browser. You can still agree, decline and do the check; use “Show the ' +
    'result” afterwards.',
  noScriptVendor:
    '{collector}’s check needs scripts. Switch JavaScript on, or open the link in another browser. ' +
    'You can decline here.',
  openingHeading: 'The face check is ready',
  openingText: 'It opens on {vendor}’s page. If nothing happens, use the button.',
  openingGo: 'Go to {vendor}',

  withdrawHeading: 'Withdraw your consent?',
  withdrawErases:
    '{operator} erases your name and ID number now and asks {vendor} to delete what it holds.',
  withdrawErasesHere: '{operator} erases your name and ID number now.',
  withdrawEnds: 'Any check in progress stops. A result that {asker} already has is not undone.',
  withdrawSure: 'Withdraw and erase',
  withdrawKeep: 'Keep my consent',
  withdrawnHeading: 'Consent withdrawn',
  withdrawnErased: 'Your name and ID number are erased here.',
  withdrawnPassedOn: '{operator} passes the deletion request to {vendor}.',
  withdrawnAsk: 'You can also ask: {contacts}.',
} as const;

export type PageTextName = keyof typeof en;

/** Every language must have every text. */
export type PageTexts = Readonly<Record<PageTextName, string>>;
