// A garden lamp with a solar panel on top, on a stem in a stone base.
#declare Zoom = 21.5; #declare LookY = 1.34;
#include "stage.inc"
union {
 // stone foot and stem
 union { superellipsoid { <.5,.35> scale <.52,.16,.46> translate y*.15 } pigment { srgb <.74,.74,.73> } normal { granite .2 scale .3 } finish { diffuse .8 } }
 cylinder { <0,.2,0>,<0,1.15,0>,.07 texture { Satin } }
 // lantern
 union { cylinder { <0,1.12,0>,<0,1.22,0>,.50 } cylinder { <0,2.16,0>,<0,2.24,0>,.52 } 
  #declare k = 0; #while (k<6) sphere_sweep { linear_spline 2 <.47,1.2,0>,.03 <.47,2.2,0>,.03 rotate y*(k*60+20) } #declare k = k+1; #end Pl(Slate) }
 cylinder { <0,1.22,0>,<0,2.16,0>,.40 pigment { srgbt <1,.95,.84,.35> } finish { diffuse .5 emission .25 specular .5 roughness .01 } }
 lathe { cubic_spline 8 <0,1.3>,<.10,1.3>,<.16,1.45>,<.19,1.62>,<.15,1.8>,<.06,1.92>,<0,1.95>,<0,2> sturm pigment { srgb <1,.80,.42> } finish { emission 1.1 diffuse .1 } }
 union { cone { <0,2.24,0>,.74,<0,2.52,0>,.34 } cylinder { <0,2.20,0>,<0,2.26,0>,.74 } Pl(Clay) }
 // the solar panel
 union { box { <-.22,-.012,-.22>,<.22,.0,.22> pigment { srgb <.10,.16,.28> } finish { specular .8 roughness .01 reflection { .1,.35 } } translate y*2.54 } }
 #declare k = -1; #while (k<2) box { <k*.11-.006,2.53,-.22>,<k*.11+.006,2.545,.22> texture { Steel } } #declare k = k+1; #end
 object { Pane(.11,.13,.02) translate <0,1.17,-.50> Pl(Paper) }
 rotate y*-20 translate y*.02 }
