import * as v from 'valibot';
import { defineCall, listResult } from './call.ts';
import { configuration, publicConfiguration } from '../configuration.ts';
import { installerUser } from '../installer.ts';
import { region } from '../regions.ts';

/** The signed-in person, the configuration and the countries (spec 1 §7). */
export const configurationCalls = {
  self: defineCall({
    id: 'self',
    method: 'GET',
    path: '/v1/installer/user/self',
    summary: 'The signed-in person and their company.',
    result: installerUser,
  }),
  publicConfiguration: defineCall({
    id: 'publicConfiguration',
    method: 'GET',
    path: '/v1/config/public',
    summary: 'What the app needs before anybody has signed in.',
    access: 'public',
    result: publicConfiguration,
  }),
  configuration: defineCall({
    id: 'configuration',
    method: 'GET',
    path: '/v1/config',
    summary: "The rules of the person's region; also the maintenance probe.",
    result: configuration,
  }),
  regions: defineCall({
    id: 'regions',
    method: 'GET',
    path: '/v1/region',
    summary: 'The supported countries.',
    access: 'public',
    query: v.object({}),
    result: listResult(region),
  }),
};
