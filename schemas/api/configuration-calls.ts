import * as v from 'valibot';
import { defineCall, listResult } from './call.ts';
import { configuration, publicConfiguration } from '../configuration.ts';
import { installerUser } from '../installer.ts';
import { region } from '../regions.ts';

/** The signed-in user, the configuration and the countries (spec 1 §7). */
export const configurationCalls = {
  getSignedInUser: defineCall({
    id: 'getSignedInUser',
    method: 'GET',
    path: '/v1/installer/user/self',
    summary: 'Get the signed-in user and their company.',
    result: installerUser,
  }),
  getPublicConfiguration: defineCall({
    id: 'getPublicConfiguration',
    method: 'GET',
    path: '/v1/config/public',
    summary: 'Get the configuration for signed-out users.',
    access: 'public',
    result: publicConfiguration,
  }),
  getConfiguration: defineCall({
    id: 'getConfiguration',
    method: 'GET',
    path: '/v1/config',
    summary: 'Get the rules of your region. Also reports maintenance.',
    result: configuration,
  }),
  listRegions: defineCall({
    id: 'listRegions',
    method: 'GET',
    path: '/v1/region',
    summary: 'List the supported countries.',
    access: 'public',
    query: v.object({}),
    result: listResult(region),
  }),
};
