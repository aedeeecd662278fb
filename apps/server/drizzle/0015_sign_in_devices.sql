CREATE TABLE "code_triers" (
	"mobile" text NOT NULL,
	"trier" text NOT NULL,
	"tries_left" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "code_triers_mobile_trier_pk" PRIMARY KEY("mobile","trier")
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"mobile" text NOT NULL,
	"device_hash" text NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_mobile_device_hash_pk" PRIMARY KEY("mobile","device_hash")
);
--> statement-breakpoint
CREATE INDEX "code_triers_at" ON "code_triers" USING btree ("at");--> statement-breakpoint
CREATE INDEX "known_devices_used" ON "known_devices" USING btree ("used_at");