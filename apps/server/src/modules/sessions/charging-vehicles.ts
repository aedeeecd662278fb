/** Port to drivers' vehicles. */
export interface ChargingVehicles {
  findDefaultOfDriver(driverId: number): Promise<ChargingVehicle | undefined>;
  findVehicleOfDriver(driverId: number, vehicleId: number): Promise<ChargingVehicle | undefined>;
}

export interface ChargingVehicle {
  id: number;
  modelId: string;
  modelName: string;
  /** The driver's name for the vehicle, or that of its model. */
  name: string;
  registrationNumber: string;
  /** Name of the vehicle's picture. */
  image: string;
  /** Null if no source confirms the figure. */
  batteryWh: number | null;
  acMaxW: number | null;
  dcMaxW: number | null;
}
