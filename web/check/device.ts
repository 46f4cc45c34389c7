export function findDevice(): 'wechat' | 'mobile' | 'desktop' {
  const name = navigator.userAgent;
  if (/MicroMessenger/i.test(name) && !/WindowsWechat|MacWechat/i.test(name)) return 'wechat';
  if (/Mobi|Android|iPhone|iPad|iPod|HarmonyOS/i.test(name)) return 'mobile';
  // iPads claim to be a Macintosh, but no Macintosh has a touch screen.
  return /Macintosh/.test(name) && navigator.maxTouchPoints > 0 ? 'mobile' : 'desktop';
}
