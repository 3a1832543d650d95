/**
 * Unsubscribes this browser, so the next user doesn't receive the previous one's messages. The push service
 * tells the server when it next sends a message. Never throws.
 */
export async function unsubscribePush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // There is no subscription.
  }
}
