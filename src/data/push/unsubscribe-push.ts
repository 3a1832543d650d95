/**
 * Ends this browser's subscription, so that whoever signs in next is not told what was meant for
 * somebody else. The server notices with its next message, as the push service knows the device no
 * more. Never throws: a browser without push messages has nothing to forget.
 */
export async function unsubscribePush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // Nothing that could be pushed to.
  }
}
