/**
 * Unsubscribes this browser, so the next user doesn't receive the previous user's messages. The server notices when
 * the push service rejects the next message. Never throws.
 */
export async function unsubscribePush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // Signing out must not fail because the browser couldn't unsubscribe.
  }
}
