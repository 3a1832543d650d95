/**
 * Unsubscribes this browser, so the next person doesn't receive the previous one's messages. The server
 * learns it from the push service's next response. Never throws.
 */
export async function unsubscribePush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // There is no subscription.
  }
}
