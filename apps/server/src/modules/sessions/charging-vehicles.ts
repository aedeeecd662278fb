/** A port: what charging asks of vehicles. */
export interface ChargingVehicles {
  defaultOf(driverId: number): Promise<ChargingVehicle | undefined>;
  findVehicleOfDriver(driverId: number, vehicleId: number): Promise<ChargingVehicle | undefined>;
}

export interface ChargingVehicle {
  id: number;
  modelId: string;
  name: string;
  registrationNumber: string;
  /** Name of the drawing. */
  image: string;
  /** Null when no source vouches for the figure. */
  batteryWh: number | null;
  acMaxW: number | null;
  dcMaxW: number | null;
}
