/**
 * Unsubscribes this browser, so the next person doesn't receive the previous one's messages. The push
 * service reports it to the server at the next message. Never throws.
 */
export async function unsubscribePush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // There is no subscription.
  }
}
