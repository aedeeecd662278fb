CREATE TABLE "order_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"due_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text PRIMARY KEY NOT NULL,
	"sku" text NOT NULL,
	"name" text NOT NULL,
	"use" text NOT NULL,
	"description" text NOT NULL,
	"category" text NOT NULL,
	"price_paise" bigint NOT NULL,
	"discount_paise" bigint,
	"power_w" integer,
	"stock" integer NOT NULL,
	"images" text[] NOT NULL,
	"connectors" text[] NOT NULL,
	"colours" text[] NOT NULL,
	"specification" text[] NOT NULL,
	"hsn" text NOT NULL,
	"gst_rate" integer NOT NULL,
	"position" integer NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"listed" boolean DEFAULT true NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	CONSTRAINT "products_sku_unique" UNIQUE("sku"),
	CONSTRAINT "stock_not_negative" CHECK ("products"."stock" >= 0),
	CONSTRAINT "price_positive" CHECK ("products"."price_paise" > 0),
	CONSTRAINT "discount_below_price" CHECK ("products"."discount_paise" between 1 and "products"."price_paise" - 1)
);
--> statement-breakpoint
CREATE TABLE "shop_orders" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"key" text,
	"fingerprint" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"product_id" text NOT NULL,
	"product_name" text NOT NULL,
	"sku" text NOT NULL,
	"colour" text NOT NULL,
	"hsn" text NOT NULL,
	"gst_rate" integer NOT NULL,
	"price_paise" bigint NOT NULL,
	"shipping_paise" bigint NOT NULL,
	"total_paise" bigint NOT NULL,
	"buyer_name" text NOT NULL,
	"email" text NOT NULL,
	"mobile" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"pincode" text NOT NULL,
	"buyer_state" text,
	"language" text NOT NULL,
	"from_address" text NOT NULL,
	"txn_id" text,
	"reserved_until" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"dispatched_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"carrier" text,
	"docket" text,
	CONSTRAINT "shop_orders_reference_unique" UNIQUE("reference"),
	CONSTRAINT "shop_orders_key_unique" UNIQUE("key"),
	CONSTRAINT "order_total" CHECK ("shop_orders"."total_paise" = "shop_orders"."price_paise" + "shop_orders"."shipping_paise")
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "igst_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD COLUMN "subject" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "vehicle_models" ADD COLUMN "ac_max_w" integer;--> statement-breakpoint
ALTER TABLE "vehicle_models" ADD COLUMN "dc_max_w" integer;--> statement-breakpoint
ALTER TABLE "order_messages" ADD CONSTRAINT "order_messages_order_id_shop_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."shop_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_orders" ADD CONSTRAINT "shop_orders_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_messages_due" ON "order_messages" USING btree ("due_at") WHERE "order_messages"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "shop_orders_waiting" ON "shop_orders" USING btree ("reserved_until") WHERE "shop_orders"."state" = 'awaiting_payment';--> statement-breakpoint
CREATE INDEX "shop_orders_from" ON "shop_orders" USING btree ("from_address","created_at");--> statement-breakpoint
CREATE INDEX "payment_intents_subject" ON "payment_intents" USING btree ("purpose","subject") WHERE "payment_intents"."subject" <> '';