import { and, count, desc, eq, max, min } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import type { PersonalData, PersonalOwner } from '#modules/accounts/index.ts';
import { invoices } from '#modules/invoices/invoices.tables.ts';
import { stations } from '#modules/network/network.tables.ts';
import { driverVehicles } from '#modules/vehicles/vehicles.tables.ts';
import { disputedEnergy, meterSamples, rejectedTransactions, sessions } from './sessions.tables.ts';

/** A driver's sessions with their meter figures, disputed energy and invoices, for the export of personal data. */
export async function sessionsData(tx: Tx, { driverId }: PersonalOwner, limit: number): Promise<PersonalData> {
  const own = eq(sessions.driverId, driverId);
  return {
    charging_sessions: await sessionsOf(tx, driverId, limit),
    meter_samples: await tx
      .select({
        booking: sessions.bookingId,
        samples: count(),
        first_at: min(meterSamples.sampledAt),
        last_at: max(meterSamples.sampledAt),
        most_power_w: max(meterSamples.powerW),
      })
      .from(meterSamples)
      .innerJoin(sessions, eq(sessions.transactionId, meterSamples.transactionId))
      .where(own)
      .groupBy(sessions.bookingId)
      .orderBy(desc(min(meterSamples.sampledAt)))
      .limit(limit),
    disputed_energy: await tx
      .select({
        booking: sessions.bookingId,
        reason: disputedEnergy.cause,
        energy_wh: disputedEnergy.energyWh,
        at: disputedEnergy.notedAt,
        resolved_at: disputedEnergy.resolvedAt,
      })
      .from(disputedEnergy)
      .innerJoin(sessions, eq(sessions.bookingId, disputedEnergy.bookingId))
      .where(own)
      .orderBy(desc(disputedEnergy.id))
      .limit(limit),
    refused_transactions: await tx
      .select({
        booking: sessions.bookingId,
        charger: rejectedTransactions.chargePointId,
        connector: rejectedTransactions.connector,
        started_at: rejectedTransactions.startedAt,
        ended_at: rejectedTransactions.stoppedAt,
      })
      .from(rejectedTransactions)
      .innerJoin(sessions, eq(sessions.bookingId, rejectedTransactions.bookingId))
      .where(own)
      .orderBy(desc(rejectedTransactions.transactionId))
      .limit(limit),
    invoices: await invoicesOf(tx, driverId, limit),
  };
}

function sessionsOf(tx: Tx, driverId: number, limit: number) {
  return tx
    .select({
      booking: sessions.bookingId,
      station: stations.name,
      charger: sessions.chargePointId,
      connector: sessions.connector,
      registration_number: driverVehicles.registrationNumber,
      card: sessions.startedByTag,
      start_asked_with_card: sessions.requestedCard,
      state: sessions.state,
      price_paise_per_kwh: sessions.pricePaisePerKwh,
      gstin: sessions.payerGstin,
      business_name: sessions.payerName,
      business_address: sessions.payerAddress,
      limit_wh: sessions.boughtWh,
      hold_paise: sessions.holdPaise,
      target_soc: sessions.targetSoc,
      created_at: sessions.createdAt,
      started_at: sessions.startedAt,
      meter_start_wh: sessions.meterStartWh,
      energy_wh: sessions.energyWh,
      best_power_w: sessions.bestPowerW,
      soc_start: sessions.socStart,
      soc_end: sessions.lastSoc,
      stop_requested_at: sessions.stopRequestedAt,
      stop_cause: sessions.stopCause,
      ended_at: sessions.endedAt,
      end_reason: sessions.endReason,
      provisional: sessions.isProvisional,
      unplugged_at: sessions.unpluggedAt,
    })
    .from(sessions)
    .innerJoin(stations, eq(stations.id, sessions.stationId))
    .leftJoin(driverVehicles, eq(driverVehicles.id, sessions.vehicleId))
    .where(eq(sessions.driverId, driverId))
    .orderBy(desc(sessions.createdAt))
    .limit(limit);
}

function invoicesOf(tx: Tx, driverId: number, limit: number) {
  return tx
    .select({
      number: invoices.number,
      kind: invoices.kind,
      reference: invoices.reference,
      issued_on: invoices.issuedOn,
      tax_code: invoices.taxCode,
      energy_wh: invoices.energyWh,
      amount_paise: invoices.taxablePaise,
      cgst_paise: invoices.cgstPaise,
      sgst_paise: invoices.sgstPaise,
      igst_paise: invoices.igstPaise,
      total_paise: invoices.totalPaise,
    })
    .from(invoices)
    .innerJoin(sessions, and(eq(sessions.bookingId, invoices.reference), eq(sessions.driverId, driverId)))
    .orderBy(desc(invoices.issuedAt))
    .limit(limit);
}
