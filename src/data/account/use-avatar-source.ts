import { useSingleton } from '../live/use-singleton.ts';

/** The picture of the person's profile as an image source; undefined while there is none. */
export function useAvatarSource(): string | undefined {
  const avatar = useSingleton('avatar');
  return avatar && `data:${avatar.media_type};base64,${avatar.content}`;
}
