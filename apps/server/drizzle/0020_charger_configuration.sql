CREATE TABLE "charger_configuration" (
	"charger_id" text NOT NULL,
	"key" text NOT NULL,
	"value" text,
	"readonly" boolean NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "charger_configuration_charger_id_key_pk" PRIMARY KEY("charger_id","key")
);
--> statement-breakpoint
ALTER TABLE "charger_configuration" ADD CONSTRAINT "charger_configuration_charger_id_chargers_id_fk" FOREIGN KEY ("charger_id") REFERENCES "public"."chargers"("id") ON DELETE cascade ON UPDATE no action;