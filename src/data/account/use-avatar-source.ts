import { useSingleton } from '../live/use-singleton.ts';

/** Returns the profile picture as a data URL; undefined if there is none. */
export function useAvatarSource(): string | undefined {
  const avatar = useSingleton('avatar');
  return avatar && `data:${avatar.media_type};base64,${avatar.content}`;
}
