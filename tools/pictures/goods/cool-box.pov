// A soft cool box with its strap and two bottles.
#declare Zoom = 20.5; #declare LookY = 1.02;
#include "stage.inc"
union {
 union { superellipsoid { <.22,.2> scale <1.12,.72,.72> translate y*.74 } Fab(Sky) }
 union { superellipsoid { <.22,.24> scale <1.15,.16,.75> translate y*1.44 } Fab(Slate) }
 union { superellipsoid { <.22,.2> scale <1.14,.14,.74> translate y*.18 } Rub(Slate) }
 union { superellipsoid { <.25,.25> scale <.66,.36,.12> translate <0,.70,-.70> } Fab(srgb <.27,.49,.72>) }
 union { RBox(<-.60,1.00,-.82>,<.60,1.04,-.80>,.01) Pl(Paper) }
 object { Pane(.26,.34,.02) translate <0,.66,-.825> Pl(Paper) }
 // zip round the lid
 union { superellipsoid { <.22,.2> scale <1.165,.022,.765> translate y*1.30 } Pl(Paper) }
 // handle
 union { sphere_sweep { cubic_spline 7 <-.9,1.2,0>,.06 <-.82,1.5,0>,.06 <-.62,1.92,0>,.065 <0,2.06,0>,.07 <.62,1.92,0>,.065 <.82,1.5,0>,.06 <.9,1.2,0>,.06 scale <1,1,1.6> } Fab(Clay) }
 union { RBox(<-.28,1.97,-.16>,<.28,2.16,.16>,.07) Fab(Clay) }
 rotate y*-28 translate <-.28,0,.2> scale .98 }
#macro Bottle(C) union { lathe { cubic_spline 10 <.1,0>,<.20,0>,<.23,.04>,<.23,.5>,<.23,.82>,<.16,1.0>,<.09,1.14>,<.085,1.28>,<.08,1.3>,<0,1.3> sturm pigment { color C } finish { diffuse .6 specular .7 roughness .01 reflection { .03,.2 } } } cylinder { <0,1.26,0>,<0,1.38,0>,.10 Pl(Clay) } cylinder { <0,.3,0>,<0,.68,0>,.234 pigment { color Paper } finish { diffuse .8 } } } #end
object { Bottle(srgb <.20,.36,.24>) translate <1.12,0,-.62> }
