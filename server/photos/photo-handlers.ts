import { type Handlers } from '../http/handler.ts';
import { storePhoto } from './store-photo.ts';

export const photoHandlers = {
  uploadPhoto: ({ body, actor }, services) => storePhoto(body, actor, services),
} satisfies Partial<Handlers>;
