/** The push services of the browsers that there are. A device names its own; we ask no other host. */
const pushServices = [
  /^fcm\.googleapis\.com$/,
  /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)*notify\.windows\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
];

/**
 * Whether we may send to an endpoint. It comes from a device, and a request to any address it likes
 * would let it reach what only this server reaches: so https at a known push service's usual port.
 * @param sink an origin that is let in beside them, for tests; null in production
 */
export function isAllowedPushEndpoint(endpoint: string, sink: string | null): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (sink !== null && origin === sink) return true;
  return (
    protocol === 'https:' && port === '' && pushServices.some((service) => service.test(hostname))
  );
}
