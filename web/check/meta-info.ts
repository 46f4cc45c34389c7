/**
 * What a provider wants to know of the browser before it starts a session. Loaded only when the
 * provider of the check asks for it.
 */
export function collectMetaInfo(): string {
  const { screen } = window;
  return JSON.stringify({
    deviceType: 'h5',
    ua: navigator.userAgent,
    language: navigator.language,
    platform: navigator.platform,
    touchPoints: navigator.maxTouchPoints,
    screen: { width: screen.width, height: screen.height, ratio: window.devicePixelRatio },
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    hasCamera: Boolean(navigator.mediaDevices),
    at: Date.now(),
  });
}
