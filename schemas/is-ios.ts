/** True on iOS and iPadOS. An iPad identifies itself as a Mac but has a touch screen. */
export function isIos(device: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean {
  if (/iPad|iPhone|iPod/.test(device.userAgent)) return true;
  return device.userAgent.includes('Macintosh') && device.maxTouchPoints > 1;
}
