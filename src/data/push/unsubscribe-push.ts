/**
 * Unsubscribes this browser, so the next user doesn't receive the previous one's messages. The server
 * learns of it from the push service's response to its next message. Never throws.
 */
export async function unsubscribePush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // Signing out must not fail because the browser couldn't unsubscribe.
  }
}
