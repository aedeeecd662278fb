CREATE SEQUENCE "public"."ocpp_transaction_ids" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1000 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."network_revision" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "code_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "code_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"mobile" text NOT NULL,
	"address" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drivers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drivers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"mobile" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "drivers_mobile_unique" UNIQUE("mobile")
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"mobile" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"salt" text NOT NULL,
	"tries_left" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"driver_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meter_samples" (
	"transaction_id" integer NOT NULL,
	"sampled_at" timestamp with time zone NOT NULL,
	"context" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"register_wh" bigint,
	"power_w" integer,
	"soc" double precision,
	"raw" text NOT NULL,
	CONSTRAINT "meter_samples_transaction_id_sampled_at_context_pk" PRIMARY KEY("transaction_id","sampled_at","context")
);
--> statement-breakpoint
CREATE TABLE "quarantined_reports" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"charger_id" text NOT NULL,
	"kind" text NOT NULL,
	"problem" text NOT NULL,
	"report" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "charging_sessions" (
	"booking_id" text PRIMARY KEY NOT NULL,
	"driver_id" bigint NOT NULL,
	"station_id" text NOT NULL,
	"charger_id" text NOT NULL,
	"connector" integer NOT NULL,
	"vehicle_id" bigint,
	"id_tag" text NOT NULL,
	"state" text NOT NULL,
	"price_paise_per_kwh" integer NOT NULL,
	"gst_basis_points" integer NOT NULL,
	"limit_wh" integer NOT NULL,
	"hold_paise" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"transaction_id" integer,
	"started_at" timestamp with time zone,
	"meter_start_wh" bigint,
	"energy_wh" integer DEFAULT 0 NOT NULL,
	"power_w" integer,
	"soc_start" double precision,
	"soc_now" double precision,
	"sampled_at" timestamp with time zone,
	"register_wh" bigint,
	"progress_at" timestamp with time zone,
	"connector_status" text,
	"stop_requested_at" timestamp with time zone,
	"stop_cause" text,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"provisional" boolean DEFAULT false NOT NULL,
	CONSTRAINT "charging_sessions_id_tag_unique" UNIQUE("id_tag"),
	CONSTRAINT "charging_sessions_transaction_id_unique" UNIQUE("transaction_id"),
	CONSTRAINT "limit_positive" CHECK ("charging_sessions"."limit_wh" > 0)
);
--> statement-breakpoint
CREATE TABLE "invoice_counters" (
	"series" text NOT NULL,
	"financial_year" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_counters_series_financial_year_pk" PRIMARY KEY("series","financial_year")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"number" text PRIMARY KEY NOT NULL,
	"series" text NOT NULL,
	"financial_year" text NOT NULL,
	"serial" integer NOT NULL,
	"reference" text NOT NULL,
	"kind" text NOT NULL,
	"issued_on" date NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"tax_code" text NOT NULL,
	"energy_wh" integer,
	"amount_paise" bigint NOT NULL,
	"cgst_paise" bigint NOT NULL,
	"sgst_paise" bigint NOT NULL,
	"total_paise" bigint NOT NULL,
	CONSTRAINT "invoices_serial" UNIQUE("series","financial_year","serial")
);
--> statement-breakpoint
CREATE TABLE "payment_intents" (
	"txn_id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"driver_id" bigint,
	"provider" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"provider_order_id" text,
	"provider_payment_id" text,
	"pay_url" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_intents_order" UNIQUE("provider","provider_order_id"),
	CONSTRAINT "payment_intents_payment" UNIQUE("provider","provider_payment_id"),
	CONSTRAINT "payment_amount_positive" CHECK ("payment_intents"."amount_paise" > 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"provider" text NOT NULL,
	"event_key" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"body" jsonb,
	CONSTRAINT "webhook_events_provider_event_key_pk" PRIMARY KEY("provider","event_key")
);
--> statement-breakpoint
CREATE TABLE "bookmarks" (
	"driver_id" bigint NOT NULL,
	"station_id" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bookmarks_driver_id_station_id_pk" PRIMARY KEY("driver_id","station_id")
);
--> statement-breakpoint
CREATE TABLE "chargers" (
	"id" text PRIMARY KEY NOT NULL,
	"station_id" text NOT NULL,
	"name" text NOT NULL,
	"vendor" text DEFAULT '' NOT NULL,
	"model" text DEFAULT '' NOT NULL,
	"current" text NOT NULL,
	"capacity_w" integer NOT NULL,
	"password_hash" text,
	"fleet" boolean DEFAULT false NOT NULL,
	"firmware" text,
	"status" text DEFAULT 'Available' NOT NULL,
	"error_code" text DEFAULT 'NoError' NOT NULL,
	"seen_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "connectors" (
	"charger_id" text NOT NULL,
	"number" integer NOT NULL,
	"type" text NOT NULL,
	"current" text NOT NULL,
	"max_w" integer NOT NULL,
	"status" text DEFAULT 'Unavailable' NOT NULL,
	"error_code" text DEFAULT 'NoError' NOT NULL,
	"status_at" timestamp with time zone,
	CONSTRAINT "connectors_charger_id_number_pk" PRIMARY KEY("charger_id","number")
);
--> statement-breakpoint
CREATE TABLE "stations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"locality" text DEFAULT '' NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"pincode" text DEFAULT '' NOT NULL,
	"country" text DEFAULT 'India' NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"access" text NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"open_hours" jsonb,
	"amenities" text[] DEFAULT '{}' NOT NULL,
	"amenities_inferred" boolean DEFAULT false NOT NULL,
	"autocharge" boolean DEFAULT false NOT NULL,
	"operational" boolean DEFAULT true NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"rating" double precision,
	"source" jsonb,
	"import_hash" text NOT NULL,
	"imported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tariff_bands" (
	"station_id" text NOT NULL,
	"current" text NOT NULL,
	"from_minute" integer DEFAULT 0 NOT NULL,
	"to_minute" integer DEFAULT 1440 NOT NULL,
	"price_paise_per_kwh" integer NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	CONSTRAINT "tariff_bands_station_id_current_valid_from_from_minute_to_minute_pk" PRIMARY KEY("station_id","current","valid_from","from_minute","to_minute")
);
--> statement-breakpoint
CREATE TABLE "driver_vehicles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "driver_vehicles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"driver_id" bigint NOT NULL,
	"model_id" text NOT NULL,
	"registration_number" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "driver_vehicles_registration" UNIQUE("driver_id","registration_number")
);
--> statement-breakpoint
CREATE TABLE "vehicle_models" (
	"id" text PRIMARY KEY NOT NULL,
	"group" text NOT NULL,
	"brand" text NOT NULL,
	"name" text NOT NULL,
	"image" text NOT NULL,
	"battery_wh" integer,
	"connector_types" text[] NOT NULL,
	"rank" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"reference" text PRIMARY KEY NOT NULL,
	"driver_id" bigint NOT NULL,
	"amount_paise" bigint NOT NULL,
	"state" text NOT NULL,
	"captured_paise" bigint DEFAULT 0 NOT NULL,
	"held_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	CONSTRAINT "captured_within_hold" CHECK ("holds"."captured_paise" between 0 and "holds"."amount_paise")
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"driver_id" bigint,
	"balance_paise" bigint,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_accounts_owner" UNIQUE NULLS NOT DISTINCT("kind","driver_id"),
	CONSTRAINT "driver_balance_not_negative" CHECK ("ledger_accounts"."balance_paise" is null or "ledger_accounts"."balance_paise" >= 0),
	CONSTRAINT "balance_only_for_drivers" CHECK (("ledger_accounts"."driver_id" is null) = ("ledger_accounts"."balance_paise" is null))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"transfer_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"amount_paise" bigint NOT NULL,
	"balance_paise" bigint,
	"account_version" integer,
	CONSTRAINT "ledger_entries_version" UNIQUE("account_id","account_version")
);
--> statement-breakpoint
CREATE TABLE "ledger_transfers" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_transfers_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "seeded_files" (
	"name" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"seeded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD CONSTRAINT "charging_sessions_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD CONSTRAINT "charging_sessions_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD CONSTRAINT "charging_sessions_charger_id_chargers_id_fk" FOREIGN KEY ("charger_id") REFERENCES "public"."chargers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charging_sessions" ADD CONSTRAINT "charging_sessions_vehicle_id_driver_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."driver_vehicles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chargers" ADD CONSTRAINT "chargers_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connectors" ADD CONSTRAINT "connectors_charger_id_chargers_id_fk" FOREIGN KEY ("charger_id") REFERENCES "public"."chargers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tariff_bands" ADD CONSTRAINT "tariff_bands_station_id_stations_id_fk" FOREIGN KEY ("station_id") REFERENCES "public"."stations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_vehicles" ADD CONSTRAINT "driver_vehicles_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_vehicles" ADD CONSTRAINT "driver_vehicles_model_id_vehicle_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."vehicle_models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transfer_id_ledger_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."ledger_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "code_requests_mobile" ON "code_requests" USING btree ("mobile","at");--> statement-breakpoint
CREATE INDEX "code_requests_address" ON "code_requests" USING btree ("address","at");--> statement-breakpoint
CREATE INDEX "tokens_driver" ON "tokens" USING btree ("driver_id");--> statement-breakpoint
CREATE INDEX "charging_sessions_driver" ON "charging_sessions" USING btree ("driver_id","created_at");--> statement-breakpoint
CREATE INDEX "charging_sessions_open" ON "charging_sessions" USING btree ("state") WHERE "charging_sessions"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "charging_sessions_one_a_connector" ON "charging_sessions" USING btree ("charger_id","connector") WHERE "charging_sessions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "payment_intents_driver" ON "payment_intents" USING btree ("driver_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_intents_due" ON "payment_intents" USING btree ("next_check_at") WHERE "payment_intents"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "chargers_station" ON "chargers" USING btree ("station_id");--> statement-breakpoint
CREATE INDEX "stations_place" ON "stations" USING btree ("latitude","longitude");--> statement-breakpoint
CREATE INDEX "driver_vehicles_driver" ON "driver_vehicles" USING btree ("driver_id");--> statement-breakpoint
CREATE UNIQUE INDEX "driver_vehicles_one_default" ON "driver_vehicles" USING btree ("driver_id") WHERE "driver_vehicles"."is_default";--> statement-breakpoint
CREATE INDEX "holds_driver" ON "holds" USING btree ("driver_id");--> statement-breakpoint
CREATE INDEX "ledger_accounts_driver" ON "ledger_accounts" USING btree ("driver_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_transfer" ON "ledger_entries" USING btree ("transfer_id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_reference" ON "ledger_transfers" USING btree ("reference");