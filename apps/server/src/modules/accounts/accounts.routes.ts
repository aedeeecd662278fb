import type { FastifyRequest } from 'fastify';
import { COUNTRY_PREFIX } from '@bijli/contract/accounts';
import { api } from '@bijli/contract/api';
import { rupees } from '@bijli/contract/money';
import { bearerOf, ipv6SiteOf } from '#http/caller.ts';
import type { Http } from '#http/calls/serve.ts';
import { deviceCookie, deviceFromCookies, type Caller } from './codes/device.ts';
import type { Accounts } from './index.ts';

/** What the profile shows from other modules. */
export interface ProfilePorts {
  balance(driverId: number): Promise<{ freePaise: number; heldPaise: number }>;
  defaultVehicle(driverId: number): Promise<
    | {
        name: string;
        registrationNumber: string;
        image: string;
        connectorTypes: string[];
        acMaxW: number | null;
        dcMaxW: number | null;
      }
    | undefined
  >;
  /** Closes the screens of a revoked token, or without one every screen of the driver. */
  signedOut(driverId: number, token?: string): void;
  /** True if browsers use HTTPS. */
  hasSecureCookies: boolean;
  /** True if no message reaches a phone, so that the code is shown on the screen. */
  isDemo: boolean;
}

export function accountsRoutes({ serve }: Http, accounts: Accounts, ports: ProfilePorts): void {
  serve(api.login, async ({ body, address, messages, request, reply }) => {
    const caller = callerOf(request, address);
    const { resendAfterMs, device } = await accounts.sendCode(body.mobile_no, caller, messages);
    reply.header('set-cookie', deviceCookie(device, ports.hasSecureCookies));
    const { codeMade, codeSent } = messages.done;
    return { message: ports.isDemo ? codeMade() : codeSent(body.mobile_no), resend_after: resendAfterMs / 1000 };
  });

  serve(api.verifyOtp, async ({ body, address, messages, request }) => {
    const caller = callerOf(request, address);
    const { token, driver } = await accounts.verifyCode(body.mobile_no, body.req_otp, caller);
    return {
      message: messages.done.signedIn(),
      user: { token, name: driver.name, email: driver.email },
    };
  });

  serve(api.updateUser, async ({ body, driverId, messages }) => {
    const { name, email, gstin, business_name: businessName = '', business_address: businessAddress = '' } = body;
    const business = gstin === undefined ? {} : { business: { gstin, businessName, businessAddress } };
    await accounts.changeDriver(driverId, { name, email, ...business });
    return { message: messages.done.profileSaved() };
  });

  serve(api.getProfile, async ({ driverId }) => {
    const [driver, balance, vehicle] = await Promise.all([
      accounts.getDriver(driverId),
      ports.balance(driverId),
      ports.defaultVehicle(driverId),
    ]);
    return {
      profile: {
        name: driver.name,
        email: driver.email,
        mobile_country_code: COUNTRY_PREFIX,
        mobile_number: driver.mobile,
        ...(driver.gstin && {
          gstin: driver.gstin,
          business_name: driver.businessName,
          business_address: driver.businessAddress,
        }),
        balance: {
          balance: rupees(balance.freePaise),
          ...(balance.heldPaise > 0 && { held: rupees(balance.heldPaise) }),
        },
        vehicle: vehicle
          ? {
              vehicle_name: vehicle.name,
              vehicle_registration_number: vehicle.registrationNumber,
              vehicle_image: vehicle.image,
              connector_types: vehicle.connectorTypes,
              ...(vehicle.acMaxW !== null && { ac_max_power: vehicle.acMaxW / 1000 }),
              ...(vehicle.dcMaxW !== null && { dc_max_power: vehicle.dcMaxW / 1000 }),
            }
          : null,
      },
    };
  });

  serve(api.signOut, async ({ body, driverId, request, messages }) => {
    const token = bearerOf(request);
    const isEverywhere = body.everywhere === true;
    await accounts.signOut(token, driverId, isEverywhere);
    ports.signedOut(driverId, isEverywhere ? undefined : token);
    return { message: messages.done.signedOut() };
  });

  serve(api.deleteAccount, async ({ body, driverId, messages }) => {
    await accounts.deleteDriver({ driverId, givesUpBalance: body.give_up_balance === true });
    ports.signedOut(driverId);
    return { message: messages.done.accountDeleted() };
  });
}

function callerOf(request: FastifyRequest, address: string): Caller {
  return { address, site: ipv6SiteOf(request.ip), device: deviceFromCookies(request.headers.cookie) };
}
